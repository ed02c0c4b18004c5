import { formatCount, formatDuration } from '../publisher/format.ts';
import type { Terminal } from '../publisher/progress-line.ts';

const TTY_EVERY_MS = 100;
const LOG_EVERY_MS = 5_000;
/** Moves to the beginning of the line and empties it. */
const ERASE_LINE = '\r\u001b[2K';

/** Tells how it goes: "1,200 of 329,000 tiles · 12 min left". */
export function createProgress({ isTty, write, now }: Terminal, whole: number) {
  const startedMs = now();
  let shownMs = isTty ? -Infinity : startedMs;
  let open = false;
  return {
    show(read: number) {
      const nowMs = now();
      if (nowMs - shownMs < (isTty ? TTY_EVERY_MS : LOG_EVERY_MS)) return;
      shownMs = nowMs;
      const leftMs = ((nowMs - startedMs) / read) * (whole - read);
      const left = nowMs - startedMs < 1000 ? '' : ` · ${formatDuration(Math.max(0, leftMs))} left`;
      const line = `${formatCount(read)} of ${formatCount(Math.max(read, whole))} tiles${left}`;
      write(isTty ? ERASE_LINE + line : `${line}\n`);
      open = isTty;
    },
    close() {
      if (open) write(ERASE_LINE);
      open = false;
    },
  };
}
