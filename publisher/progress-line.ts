import { formatThousands, formatDuration } from './format.ts';
import type { WalkState } from './walk.ts';

export type ProgressLine = ReturnType<typeof createProgressLine>;

export interface Terminal {
  /** A terminal's line is overwritten; other outputs get a new line every few seconds. */
  isTty: boolean;
  write: (text: string) => void;
  now: () => number;
}

const TTY_EVERY_MS = 100;
const LOG_EVERY_MS = 5_000;
/** Moves to the start of the line and clears it (ECMA-48). */
const ERASE_LINE = '\r\u001b[2K';

/** Creates a status line: overwritten in a terminal, written as a new line every few seconds elsewhere. */
export function createStatusLine({ isTty, write, now }: Terminal) {
  let shownMs = -Infinity;
  let open = false;
  return {
    /** Starts again: in a terminal the next line is due immediately, elsewhere after the interval. */
    begin() {
      shownMs = isTty ? -Infinity : now();
    },
    isDue: () => now() - shownMs >= (isTty ? TTY_EVERY_MS : LOG_EVERY_MS),
    show(line: string) {
      shownMs = now();
      write(isTty ? ERASE_LINE + line : `${line}\n`);
      open = isTty;
    },
    /** Ends the line, so that further output starts on a new one. */
    close() {
      if (open) write('\n');
      open = false;
    },
  };
}

/** Shows the progress of a walk: "62,000 of 153,600 points · 4,100 points/s · 22 s left". */
export function createProgressLine(terminal: Terminal) {
  const { write, now } = terminal;
  const line = createStatusLine(terminal);
  let stage: string | null = null;
  let startedMs = 0;

  return {
    /** Shows the state if a line is due, and always at the end of a pass. */
    show(state: WalkState) {
      if (stage !== nameStage(state)) {
        stage = nameStage(state);
        startedMs = now();
        line.begin();
      }
      if (state.items >= state.count || line.isDue())
        line.show(stage + describe(state, (now() - startedMs) / 1000));
    },
    /** Writes a message on its own line. */
    print(text: string) {
      line.close();
      write(`${text}\n`);
    },
    close: () => line.close(),
  };
}

function describe({ items, count, fetchedItems }: WalkState, seconds: number): string {
  const parts = [`${formatThousands(items)} of ${formatThousands(count)} points`];
  // The measurement starts with the first page, so the rate is meaningless within the first second.
  if (seconds >= 1) {
    const perSecond = fetchedItems / seconds;
    parts.push(`${formatThousands(Math.round(perSecond))} points/s`);
    if (items < count && perSecond > 0) {
      parts.push(`${formatDuration(((count - items) / perSecond) * 1000)} left`);
    }
  }
  return parts.join(' · ');
}

function nameStage({ round, pass }: WalkState): string {
  if (pass > 1) return `The list changed; pass ${pass}: `;
  return round > 1 ? 'Retrying failed pages: ' : '';
}
