/** Which lessons of a guided game were told on this device, and whether the guide is hidden: kept over a reload. */
interface Progress {
  told: string[];
  hidden: boolean;
}

const NOTHING: Progress = { told: [], hidden: false };

function keyOf(table: string): string {
  return `branchline.guide.${table}`;
}

export function progressOf(table: string): Progress {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(keyOf(table)) ?? "{}") as Partial<Progress>) };
  } catch {
    return NOTHING;
  }
}

export function keepProgress(table: string, progress: Progress): void {
  try {
    localStorage.setItem(keyOf(table), JSON.stringify(progress));
  } catch {
    // Without storage the lessons are told again after a reload.
  }
}
