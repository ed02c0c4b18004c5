import { WEEKDAYS, type Interval, type PointDetails } from '../contract/point-details.ts';
import { sentences } from '../i18n/sentences.ts';

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
  const words = sentences.hours;
  const summary = roundTheClock === true ? words.roundTheClock : hours === null ? words.unknown : '';
  if (hours === null) return { summary, days: [] };
  const days = WEEKDAYS.map((day) => ({ day: words.days[day], times: describeDay(hours[day]) }));
  const allDay = days.every(({ times }) => times.length === 1 && times[0] === words.allDay);
  return allDay ? { summary: words.roundTheClock, days: [] } : { summary, days };
}

function describeDay(intervals: readonly Interval[] | undefined): string[] {
  const words = sentences.hours;
  if (intervals === undefined) return [words.dayUnknown];
  if (intervals.length === 0) return [words.closed];
  return [...intervals]
    .sort((a, b) => a.start.localeCompare(b.start))
    .map(({ start, end }) => {
      // Feeds write the end of the day as 00:00 or 24:00, and a whole day as 00:00-00:00.
      const until = end === '00:00' ? '24:00' : end;
      return start === '00:00' && until === '24:00' ? words.allDay : `${start}–${until}`;
    });
}
