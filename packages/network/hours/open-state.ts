import { WEEKDAYS, type Weekday } from '#contract/weekday.ts';
import {
  DAY_MINUTES,
  minuteOfWeek,
  readOpenWeek,
  WEEK_MINUTES,
  type Hours,
  type OpenWeek,
} from '#contract/open-week.ts';
import { clockIn } from './time-zone.ts';

/** `unknown` doesn't mean closed. */
export type Openness = 'open' | 'closed' | 'unknown';

export interface OpenState {
  state: Openness;
  /** When the state ends, in the point's own time zone; null if it doesn't end or this is unknown. */
  changes: { weekday: Weekday; minute: number; inMinutes: number } | null;
  /** Current weekday at the point; null if its time zone is unknown. */
  today: Weekday | null;
}

/**
 * Whether a point is open at a time, and until when, or when it opens again.
 * @param timeZone the point's own; null if unknown: then only points that are open round the clock have a known state
 */
export function readOpenState(hours: Hours, at: Date, timeZone: string | null): OpenState {
  const now = timeZone === null ? null : readLocalMoment(at, timeZone);
  const today = now?.weekday ?? null;
  const week = readOpenWeek(hours);
  if (week?.always === true) return { state: 'open', changes: null, today };
  if (week === null || now === null) return { state: 'unknown', changes: null, today };

  const minute = minuteOfWeek(now.weekday, now.minute);
  const current = findSpan(week, minute, minute + 1);
  if (current !== undefined) {
    // If the next day is unknown, a span that ends at midnight might continue.
    return { state: 'open', changes: nameMinute(current.end % WEEK_MINUTES, minute), today };
  }
  if (week.unknown.has(now.weekday)) return { state: 'unknown', changes: null, today };
  return { state: 'closed', changes: findOpening(week, minute), today };
}

/**
 * Whether a point is open at any time of a day at or after a given minute.
 * @param fromMinute minutes since midnight; 1080 means open at 18:00 or later
 */
export function opensOn(hours: Hours, weekday: Weekday, fromMinute = 0): Openness {
  const week = readOpenWeek(hours);
  if (week === null) return 'unknown';
  if (week.always) return 'open';
  const open = findSpan(week, minuteOfWeek(weekday, fromMinute), minuteOfWeek(weekday, DAY_MINUTES));
  if (open !== undefined) return 'open';
  return week.unknown.has(weekday) ? 'unknown' : 'closed';
}

/** Converts a time to the weekday and minute of the day in a time zone; null if the browser doesn't know the zone. */
function readLocalMoment(at: Date, timeZone: string): { weekday: Weekday; minute: number } | null {
  const clock = clockIn(timeZone);
  if (clock === null) return null;
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const weekday = WEEKDAYS.find((day) => day === parts['weekday']?.toLowerCase()) ?? 'monday';
  return { weekday, minute: Number(parts['hour']) * 60 + Number(parts['minute']) };
}

/** The first span that includes a minute from `from` to `until` (exclusive) of the week. */
function findSpan({ spans }: OpenWeek, from: number, until: number) {
  return spans.find(
    ({ start, end }) =>
      (start < until && end > from) || (start < until + WEEK_MINUTES && end > from + WEEK_MINUTES),
  );
}

/** The next opening time; null if it never opens, or if the hours of a day before that are unknown. */
function findOpening(week: OpenWeek, minute: number): OpenState['changes'] {
  const starts = week.spans.map(({ start }) => (start > minute ? start : start + WEEK_MINUTES));
  if (starts.length === 0) return null;
  const next = Math.min(...starts);
  for (let day = Math.floor(minute / DAY_MINUTES) + 1; day < Math.floor(next / DAY_MINUTES); day++) {
    if (week.unknown.has(WEEKDAYS[day % 7]!)) return null;
  }
  return nameMinute(next % WEEK_MINUTES, minute);
}

function nameMinute(target: number, from: number): NonNullable<OpenState['changes']> {
  return {
    weekday: WEEKDAYS[Math.floor(target / DAY_MINUTES)] ?? 'monday',
    minute: target % DAY_MINUTES,
    inMinutes: target > from ? target - from : target + WEEK_MINUTES - from,
  };
}
