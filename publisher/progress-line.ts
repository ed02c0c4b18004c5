import { formatCount, formatDuration } from './format.ts';
import type { WalkState } from './walk.ts';

export type ProgressLine = ReturnType<typeof createProgressLine>;

export interface Terminal {
  /** A terminal's line is written over; anywhere else a line now and then is enough. */
  isTty: boolean;
  write: (text: string) => void;
  now: () => number;
}

const TTY_EVERY_MS = 100;
const LOG_EVERY_MS = 5_000;
/** Moves to the beginning of the line and empties it. */
const ERASE_LINE = '\r\u001b[2K';

/** A line that is written over as often as anybody can read; elsewhere one now and then. */
export function createStatusLine({ isTty, write, now }: Terminal) {
  let shownMs = -Infinity;
  let open = false;
  return {
    /** Shows a line next, or after a pause. */
    begin() {
      shownMs = isTty ? -Infinity : now();
    },
    isDue: () => now() - shownMs >= (isTty ? TTY_EVERY_MS : LOG_EVERY_MS),
    show(line: string) {
      shownMs = now();
      write(isTty ? ERASE_LINE + line : `${line}\n`);
      open = isTty;
    },
    /** Ends the line, so that what follows stands on its own. */
    close() {
      if (open) write('\n');
      open = false;
    },
  };
}

/** Tells how a walk goes: "62,000 of 153,600 points · 4,100 points/s · 22 s left". */
export function createProgressLine(terminal: Terminal) {
  const { write, now } = terminal;
  const line = createStatusLine(terminal);
  let stage: string | null = null;
  let startedMs = 0;

  return {
    /** One more page came. */
    show(state: WalkState) {
      if (stage !== nameStage(state)) {
        stage = nameStage(state);
        startedMs = now();
        line.begin();
      }
      if (state.items >= state.count || line.isDue())
        line.show(stage + describe(state, (now() - startedMs) / 1000));
    },
    /** Says what comes next, on a line of its own. */
    say(text: string) {
      line.close();
      write(`${text}\n`);
    },
    close: () => line.close(),
  };
}

function describe({ items, count, fetchedItems }: WalkState, seconds: number): string {
  const parts = [`${formatCount(items)} of ${formatCount(count)} points`];
  // The first page is the beginning of the measurement and says nothing of the pace.
  if (seconds >= 1) {
    const perSecond = fetchedItems / seconds;
    parts.push(`${formatCount(Math.round(perSecond))} points/s`);
    if (items < count && perSecond > 0) {
      parts.push(`${formatDuration(((count - items) / perSecond) * 1000)} left`);
    }
  }
  return parts.join(' · ');
}

function nameStage({ round, pass }: WalkState): string {
  if (pass > 1) return `The list moved; pass ${pass}: `;
  return round > 1 ? 'Failed pages once more: ' : '';
}
