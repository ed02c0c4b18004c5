import { WEEKDAYS, type Interval, type PointDetails, type Weekday } from '../contract/point-details.ts';
import { m } from '../i18n/messages.ts';

const DAYS: Readonly<Record<Weekday, () => string>> = {
  monday: () => m.hours_days_monday(),
  tuesday: () => m.hours_days_tuesday(),
  wednesday: () => m.hours_days_wednesday(),
  thursday: () => m.hours_days_thursday(),
  friday: () => m.hours_days_friday(),
  saturday: () => m.hours_days_saturday(),
  sunday: () => m.hours_days_sunday(),
};

export interface DayWords {
  day: string;
  /** One entry for each time the point opens that day, or one word for the whole day. */
  times: readonly string[];
}

export interface HoursWords {
  /** Said of the whole week; empty when the days speak for themselves. */
  summary: string;
  days: readonly DayWords[];
}

/** Opening hours in words. What the platform doesn't say is "not given", never "closed". */
export function describeHours({
  hours,
  roundTheClock,
}: Pick<PointDetails, 'hours' | 'roundTheClock'>): HoursWords {
  const summary =
    roundTheClock === true ? m.hours_round_the_clock() : hours === null ? m.hours_unknown() : '';
  if (hours === null) return { summary, days: [] };
  const days = WEEKDAYS.map((day) => ({ day: DAYS[day](), times: describeDay(hours[day]) }));
  const allDay = days.every(({ times }) => times.length === 1 && times[0] === m.hours_all_day());
  return allDay ? { summary: m.hours_round_the_clock(), days: [] } : { summary, days };
}

function describeDay(intervals: readonly Interval[] | undefined): string[] {
  if (intervals === undefined) return [m.hours_day_unknown()];
  if (intervals.length === 0) return [m.hours_closed()];
  return [...intervals]
    .sort((a, b) => a.start.localeCompare(b.start))
    .map(({ start, end }) => {
      // Feeds write the end of the day as 00:00 or 24:00, and a whole day as 00:00-00:00.
      const until = end === '00:00' ? '24:00' : end;
      return start === '00:00' && until === '24:00' ? m.hours_all_day() : `${start}–${until}`;
    });
}
