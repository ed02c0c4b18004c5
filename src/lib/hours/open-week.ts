import { type PointDetails } from '../contract/point-details.ts';
import { WEEKDAYS, type Weekday } from '../contract/weekday.ts';

export const DAY_MINUTES = 24 * 60;
export const WEEK_MINUTES = 7 * DAY_MINUTES;

export type Hours = Pick<PointDetails, 'hours' | 'roundTheClock'>;

/** A span of the week in minutes since Monday 00:00. Its end may be past the end of the week, if it continues into the next Monday. */
export interface OpenSpan {
  start: number;
  end: number;
}

/** The parsed opening hours of a point's week. */
export interface OpenWeek {
  /** Sorted by time; they neither overlap nor touch. */
  spans: readonly OpenSpan[];
  /** Days without data: unknown, not closed. */
  unknown: ReadonlySet<Weekday>;
  /** Open the whole week without a break. */
  always: boolean;
}

/**
 * Converts daily hours to spans of the week. An interval whose end is at or before its start continues past midnight; feeds write a whole
 * day as 00:00–00:00 and the end of a day as 00:00 or 24:00. @returns null if nothing is known
 */
export function readOpenWeek({ hours, roundTheClock }: Hours): OpenWeek | null {
  if (roundTheClock === true) return { spans: [], unknown: new Set(), always: true };
  if (hours === null) return null;
  const spans: OpenSpan[] = [];
  for (const [index, day] of WEEKDAYS.entries()) {
    for (const { start, end } of hours[day] ?? []) {
      const from = toMinutes(start);
      const until = toMinutes(end);
      spans.push({
        start: index * DAY_MINUTES + from,
        end: index * DAY_MINUTES + (until > from ? until : until + DAY_MINUTES),
      });
    }
  }
  const joined = join(spans);
  const unknown = new Set(WEEKDAYS.filter((day) => hours[day] === undefined));
  const always = joined.some(({ start, end }) => end - start >= WEEK_MINUTES);
  return { spans: joined, unknown, always };
}

/** Minutes since Monday 00:00. */
export function minuteOfWeek(weekday: Weekday, minute: number): number {
  return WEEKDAYS.indexOf(weekday) * DAY_MINUTES + minute;
}

function toMinutes(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

/** Merges overlapping and touching spans, also from Sunday to Monday. */
function join(spans: readonly OpenSpan[]): OpenSpan[] {
  const inWeek = spans.flatMap(({ start, end }) =>
    end <= WEEK_MINUTES
      ? [{ start, end }]
      : [
          { start, end: WEEK_MINUTES },
          { start: 0, end: end - WEEK_MINUTES },
        ],
  );
  const joined: OpenSpan[] = [];
  for (const span of inWeek.sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else joined.push(span);
  }
  const last = joined.at(-1);
  if (joined.length > 1 && joined[0]?.start === 0 && last?.end === WEEK_MINUTES) {
    last.end += joined.shift()?.end ?? 0;
  }
  return joined;
}
