import { type PointDetails } from '../contract/point-details.ts';
import { WEEKDAYS, type Weekday } from '../contract/weekday.ts';

export const DAY_MINUTES = 24 * 60;
export const WEEK_MINUTES = 7 * DAY_MINUTES;

/** What a point says of its opening hours. */
export type Hours = Pick<PointDetails, 'hours' | 'roundTheClock'>;

/** A span of the week in minutes since Monday 00:00. Its end may lie past the week's, where it runs into the next Monday. */
export interface OpenSpan {
  start: number;
  end: number;
}

/** The week of a point, ready to be asked. */
export interface OpenWeek {
  /** In the order of time, none touching another. */
  spans: readonly OpenSpan[];
  /** Days the platform says nothing of: unknown, not closed. */
  unknown: ReadonlySet<Weekday>;
  /** Open the whole week without a break. */
  always: boolean;
}

/**
 * Puts the days in one line. A time that ends where or before it starts runs over midnight; feeds write a whole day as
 * 00:00–00:00 and the end of a day as 00:00 or 24:00. @returns null where nothing is known
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
  const first = joined[0];
  const always = joined.length === 1 && first !== undefined && first.end - first.start >= WEEK_MINUTES;
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

/** Spans that touch become one, also where Sunday's runs into Monday's. */
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
