import { isOpenRoundTheClock } from '#contract/open-week.ts';
import { type Interval, type PointDetails } from '#contract/point-details.ts';
import { WEEKDAYS, type Weekday } from '#contract/weekday.ts';
import { formatMinute, nameWeekday } from '../i18n/format.ts';
import { allMessages as m } from '../i18n/messages.ts';

/**
 * Opening hours as text. Missing hours are "not given", never "closed".
 * @param today current weekday at the point; null if unknown
 * @returns text for the whole week, empty if the days suffice; and the days, each with one entry for each time the point opens that day,
 * or one word for the whole day
 */
export function describeHours(
  { hours, roundTheClock }: Pick<PointDetails, 'hours' | 'roundTheClock'>,
  today: Weekday | null,
) {
  const summary =
    roundTheClock === true ? m.hours_round_the_clock() : hours === null ? m.hours_unknown() : '';
  if (hours === null) return { summary, days: [] };
  const days = WEEKDAYS.map((day) => ({
    day: nameWeekday(day),
    times: describeDay(hours[day]),
    isToday: day === today,
  }));
  return isOpenRoundTheClock({ hours, roundTheClock: null }) === true
    ? { summary: m.hours_round_the_clock(), days: [] }
    : { summary, days };
}

function describeDay(intervals: readonly Interval[] | undefined): string[] {
  if (intervals === undefined) return [m.hours_day_unknown()];
  if (intervals.length === 0) return [m.hours_closed()];
  return [...intervals]
    .sort((a, b) => a.start.localeCompare(b.start))
    .map(({ start, end }) => {
      // Feeds write the end of the day as 00:00 or 24:00, and a whole day as 00:00-00:00.
      const until = end === '00:00' ? '24:00' : end;
      return start === '00:00' && until === '24:00' ? m.hours_all_day() : `${write(start)}–${write(until)}`;
    });
}

/** Formats a time in the current language. */
function write(time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  return formatMinute((hours ?? 0) * 60 + (minutes ?? 0));
}
