/** Durations as people read them. */
export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 86_400) return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`;
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** How long ago a moment was, in the largest unit that fits: "3 hours ago". */
export function agoText(at: number, language: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - at) / 1000);
  const [unit, length] = STEPS.find(([, each]) => seconds >= each) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(
    -Math.floor(seconds / length),
    unit,
  );
}
