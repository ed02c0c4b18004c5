import { WEEKDAYS, type Weekday } from '../contract/weekday.ts';

/** A moment as a clock on the spot shows it. */
export interface LocalMoment {
  weekday: Weekday;
  /** Minutes since midnight. */
  minute: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What weekday and time it is at a place. @param timeZone IANA name */
export function readLocalMoment(at: Date, timeZone: string): LocalMoment {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const name = (parts['weekday'] ?? '').toLowerCase();
  const weekday = WEEKDAYS.find((day) => day === name) ?? 'monday';
  return { weekday, minute: Number(parts['hour']) * 60 + Number(parts['minute']) };
}
