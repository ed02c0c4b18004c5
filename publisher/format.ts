export function formatThousands(amount: number): string {
  return amount.toLocaleString('en');
}

/** "1.2 MB". */
export function formatMegabytes(bytes: number): string {
  return `${formatThousands(Math.round(bytes / 1e5) / 10)} MB`;
}

/** "1 page", "2,496 pages". */
export function formatPlural(amount: number, one: string, many: string): string {
  return `${formatThousands(amount)} ${amount === 1 ? one : many}`;
}

/** "34 s", "12 min", "5 h", "400 days": uses a larger unit once there are two of it. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${formatThousands(Math.round(hours / 24))} days`;
}

/** Replaces control characters and line breaks, so that a platform's text can't forge lines of a report or control a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
