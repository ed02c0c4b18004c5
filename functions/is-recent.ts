/**
 * Whether a moment is less than so long ago, by a clock that an operator or a time server may set. A moment that lies ahead was told by a
 * clock that was wrong: what was kept then would otherwise be kept until the clock is there again.
 * Milliseconds.
 */
export function isRecent(momentMs: number, nowMs: number, forMs: number): boolean {
  const agoMs = nowMs - momentMs;
  return agoMs >= 0 && agoMs < forMs;
}
