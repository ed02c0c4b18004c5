const STEPS = [
  { size: 1_000_000, suffix: 'M' },
  { size: 1_000, suffix: 'k' },
];

/** A count in at most four characters, for a disc on the map: 7, 842, 1.4k, 12k, 3M. Never more than there is. */
export function compactCount(count: number): string {
  const step = STEPS.find(({ size }) => count >= size);
  if (!step) return String(count);
  const whole = count / step.size;
  const shown = whole < 10 ? Math.floor(whole * 10) / 10 : Math.floor(whole);
  return `${shown}${step.suffix}`;
}
