/** From places in a board file to the flat sketch and back: Mercator on the earth, as they are on an empty sheet. */
export type Point = [number, number];

export interface Projection {
  flat(at: Point): Point;
  back(point: Point): Point;
}

const HIGHEST = 85;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

export const earth: Projection = {
  flat([lon, lat]) {
    const held = Math.max(-HIGHEST, Math.min(HIGHEST, lat));
    return [lon, -degrees(Math.log(Math.tan(Math.PI / 4 + radians(held) / 2)))];
  },
  back([x, y]) {
    return [x, degrees(2 * Math.atan(Math.exp(radians(-y))) - Math.PI / 2)];
  },
};

export const plane: Projection = {
  flat: ([x, y]) => [x, -y],
  back: ([x, y]) => [x, -y],
};

/** Places as people would write them: to a hundredth of a degree, or to whole units of a sheet. */
export function rounded([x, y]: Point, onEarth: boolean): Point {
  const unit = onEarth ? 100 : 1;
  return [Math.round(x * unit) / unit, Math.round(y * unit) / unit];
}

/** Whether places can be on the earth, as the drawing judges it. */
export function isOnEarth(places: readonly Point[]): boolean {
  return places.every(([x, y]) => Math.abs(x) <= 360 && Math.abs(y) <= 90);
}
