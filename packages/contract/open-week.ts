import { type PointDetails } from './point-details.ts';
import { WEEKDAYS, type Weekday } from './weekday.ts';

export const DAY_MINUTES = 24 * 60;
export const WEEK_MINUTES = 7 * DAY_MINUTES;
/**
 * Feeds that can't write 24:00 write 23:59 or 23:55, and 00:01 for 00:00. No point closes at midnight for
 * so short a time.
 */
const MIDNIGHT_MINUTES = 5;

export type Hours = Pick<PointDetails, 'hours' | 'roundTheClock'>;

/**
 * A span of the week, in minutes since Monday 00:00. If it continues into the next Monday, its end is past
 * the end of the week.
 */
export interface OpenSpan {
  start: number;
  end: number;
}

/** The parsed opening hours of a point's week. */
export interface OpenWeek {
  /** Sorted by time. They don't overlap, touch, or meet at midnight. */
  spans: readonly OpenSpan[];
  /** Days without data: unknown, not closed. */
  unknown: ReadonlySet<Weekday>;
  /** Open the whole week without a break. */
  always: boolean;
}

/**
 * Converts daily hours to spans of the week. An interval whose end isn't after its start continues past
 * midnight. Feeds write a whole day as 00:00–00:00, and the end of a day as 00:00 or 24:00. @returns null
 * if nothing is known
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

/**
 * Whether a point is open the whole week without a break, however its hours express it; null if that isn't
 * known.
 */
export function isOpenRoundTheClock(hours: Hours): boolean | null {
  const week = readOpenWeek(hours);
  if (week?.always === true) return true;
  if (hours.roundTheClock === false) return false;
  if (week === null) return null;
  // The hours of an unknown day may extend into the next morning, but not to the end of the next day.
  const endsEarly = (_: Weekday, day: number) => {
    const last = (day + 1) * DAY_MINUTES - MIDNIGHT_MINUTES - 1;
    return !week.spans.some(({ start, end }) =>
      [last, last + WEEK_MINUTES].some((at) => start <= at && at < end),
    );
  };
  const known = WEEKDAYS.filter((day) => !week.unknown.has(day));
  if (known.some((day) => endsEarly(day, WEEKDAYS.indexOf(day)))) return false;
  return week.unknown.size > 0 ? null : false;
}

/** Minutes since Monday 00:00. */
export function minuteOfWeek(weekday: Weekday, minute: number): number {
  return WEEKDAYS.indexOf(weekday) * DAY_MINUTES + minute;
}

function toMinutes(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

/** Merges spans that overlap, touch or meet at midnight, also from Sunday to Monday. */
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
    if (last !== undefined && meets(last, span)) last.end = Math.max(last.end, span.end);
    else joined.push(span);
  }
  const last = joined.at(-1);
  const first = joined[0];
  if (first !== undefined && last !== undefined) {
    const next = { start: first.start + WEEK_MINUTES, end: first.end + WEEK_MINUTES };
    if (meets(last, next)) {
      last.end = Math.max(last.end, next.end);
      if (first !== last) joined.shift();
    }
  }
  return joined;
}

/** Whether the next span continues this one: immediately, or after a few minutes at midnight. */
function meets({ end }: OpenSpan, { start }: OpenSpan): boolean {
  if (start <= end) return true;
  const midnight = Math.ceil(end / DAY_MINUTES) * DAY_MINUTES;
  return end >= midnight - MIDNIGHT_MINUTES && start <= midnight + MIDNIGHT_MINUTES;
}
