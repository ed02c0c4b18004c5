import type { PointDetails } from '../contract/point-details.ts';
import { readOpenState, type Openness } from '../hours/open-state.ts';
import { timeZoneOf } from '../hours/time-zone.ts';
import { formatMinute, nameWeekday } from '../i18n/format.ts';
import { m } from '../i18n/messages.ts';

const DAY_MINUTES = 24 * 60;

/** Whether a point is open, and until when: the one thing about its hours that a row has room for. */
export function sayOpenState(details: PointDetails, at: Date): { state: Openness; words: string } {
  const { state, changes } = readOpenState(details, at, timeZoneOf(details));
  return { state, words: choose() };

  function choose(): string {
    if (state === 'unknown') return m.list_hours_not_given();
    if (state === 'open') {
      return changes === null
        ? m.hours_round_the_clock()
        : m.list_open_until({ time: formatMinute(changes.minute) });
    }
    if (changes === null) return m.hours_closed();
    const time = formatMinute(changes.minute);
    return changes.inMinutes < DAY_MINUTES
      ? m.list_opens_at({ time })
      : m.list_opens_on({ day: nameWeekday(changes.weekday), time });
  }
}

/** `Rochusplatz 1, 1030 Wien`, without the street where that is the point's name already; empty when none is given. */
export function writeRowAddress({ name, street, postalCode, city }: PointDetails): string {
  const town = `${postalCode} ${city}`.trim();
  return [street === name ? '' : street, town].filter((part) => part !== '').join(', ');
}
