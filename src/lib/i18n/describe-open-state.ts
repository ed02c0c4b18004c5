import type { PointDetails } from '#contract/point-details.ts';
import { readOpenState, type OpenState } from '#network/hours/open-state.ts';
import { DAY_MINUTES } from '#contract/open-week.ts';
import { timeZoneOf } from '#network/hours/time-zone.ts';
import { formatMinute, nameWeekday } from './format.ts';
import { allMessages as m } from './messages.ts';

/** Whether a point is open, and until when, or when it opens again, in its own time zone. */
export function describeOpenState(details: PointDetails, at: Date): OpenState & { words: string } {
  const state = readOpenState(details, at, timeZoneOf(details));
  return { ...state, words: choose(state) };
}

function choose({ state, changes }: OpenState): string {
  if (state === 'unknown') return m.list_hours_not_given();
  if (state === 'open') {
    if (changes === null) return m.hours_round_the_clock();
    // "Until 0:00" could be read as the midnight before.
    return changes.minute % DAY_MINUTES === 0
      ? m.list_open_until_midnight()
      : m.list_open_until({ time: formatMinute(changes.minute) });
  }
  if (changes === null) return m.hours_closed();
  const time = formatMinute(changes.minute);
  return changes.inMinutes < DAY_MINUTES
    ? m.list_opens_at({ time })
    : m.list_opens_on({ day: nameWeekday(changes.weekday), time });
}
