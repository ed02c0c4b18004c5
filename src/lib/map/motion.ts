/** Whether things may move: not where the visitor's system asks for less motion. Asked anew each time, as it can change. */
export function motionAllowed(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
