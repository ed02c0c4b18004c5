import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Interval } from '#contract/point-details.ts';
import { WEEKDAYS, type Weekday } from '#contract/weekday.ts';
import { opensOn, readOpenState } from '#network/hours/open-state.ts';
import { timeZoneOf } from '#network/hours/time-zone.ts';

const WARSAW = 'Europe/Warsaw';
/** Saturday 21 November 2026, 13:00 in Warsaw. */
const SATURDAY_NOON = new Date('2026-11-21T12:00:00Z');
const week = (days: Partial<Record<Weekday, readonly Interval[]>>) => ({ hours: days, roundTheClock: null });
const times = (start: string, end: string): Interval => ({ start, end });

describe('the open state of a point', () => {
  test('a point is open within its hours, and says until when', () => {
    const state = readOpenState(week({ saturday: [times('06:00', '22:00')] }), SATURDAY_NOON, WARSAW);
    expect(state).toEqual({
      state: 'open',
      changes: { weekday: 'saturday', minute: 22 * 60, inMinutes: 9 * 60 },
      today: 'saturday',
    });
  });

  test('a point is closed between two intervals, and says when it opens again', () => {
    const hours = week({ saturday: [times('06:00', '12:30'), times('14:00', '18:00')] });
    expect(readOpenState(hours, SATURDAY_NOON, WARSAW)).toMatchObject({
      state: 'closed',
      changes: { weekday: 'saturday', minute: 14 * 60, inMinutes: 60 },
    });
  });

  test('the point’s time zone counts, not the shopper’s', () => {
    const hours = week({ saturday: [times('13:00', '14:00')] });
    expect(readOpenState(hours, SATURDAY_NOON, WARSAW).state).toBe('open');
    expect(readOpenState(hours, SATURDAY_NOON, 'Europe/London').state).toBe('closed');
    expect(readOpenState(hours, SATURDAY_NOON, null).state).toBe('unknown');
  });

  test('an interval past midnight counts for the next morning, from Sunday to Monday too', () => {
    const hours = week({
      ...Object.fromEntries(WEEKDAYS.map((day) => [day, []])),
      sunday: [times('20:00', '02:00')],
    });
    const mondayOne = new Date('2026-11-23T00:00:00Z');
    expect(readOpenState(hours, mondayOne, WARSAW)).toMatchObject({
      state: 'open',
      changes: { weekday: 'monday', minute: 120, inMinutes: 60 },
    });
    expect(opensOn(hours, 'monday')).toBe('open');
  });

  test('intervals that meet at midnight are one, however a feed writes them; other breaks are breaks', () => {
    const hours = (until: string, from: string) =>
      week({
        saturday: [times('08:00', until)],
        sunday: [times(from, '12:00')],
      });
    for (const until of ['23:55', '23:59', '24:00', '00:00'])
      for (const from of ['00:00', '00:01', '00:05'])
        expect(readOpenState(hours(until, from), SATURDAY_NOON, WARSAW).changes).toMatchObject({
          weekday: 'sunday',
          minute: 720,
        });
    for (const [until, from] of [
      ['23:54', '00:00'],
      ['23:59', '00:06'],
    ] as const)
      expect(readOpenState(hours(until, from), SATURDAY_NOON, WARSAW).changes).toMatchObject({
        weekday: 'saturday',
      });
  });

  test('a day with an empty list is closed, a missing day is unknown', () => {
    expect(readOpenState(week({ saturday: [] }), SATURDAY_NOON, WARSAW).state).toBe('closed');
    expect(readOpenState(week({ friday: [] }), SATURDAY_NOON, WARSAW).state).toBe('unknown');
    expect(readOpenState({ hours: null, roundTheClock: null }, SATURDAY_NOON, WARSAW).state).toBe('unknown');
    expect(readOpenState({ hours: null, roundTheClock: false }, SATURDAY_NOON, WARSAW).state).toBe('unknown');
  });

  test('an opening after an unknown day is not promised', () => {
    const hours = week({ saturday: [], monday: [times('08:00', '16:00')] });
    expect(readOpenState(hours, SATURDAY_NOON, WARSAW).changes).toBeNull();
  });

  test('a point round the clock is always open, also if it is written day by day', () => {
    expect(readOpenState({ hours: null, roundTheClock: true }, SATURDAY_NOON, null).state).toBe('open');
    const daily = week(Object.fromEntries(WEEKDAYS.map((day) => [day, [times('00:00', '00:00')]])));
    expect(readOpenState(daily, SATURDAY_NOON, WARSAW)).toMatchObject({ state: 'open', changes: null });
  });

  test('“open after 18:00” means open at 18:00 or later', () => {
    expect(opensOn(week({ friday: [times('08:00', '18:00')] }), 'friday', 1080)).toBe('closed');
    expect(opensOn(week({ friday: [times('08:00', '18:01')] }), 'friday', 1080)).toBe('open');
    expect(opensOn(week({ friday: [times('19:00', '20:00')] }), 'friday', 1080)).toBe('open');
  });

  test('the state agrees with a minute-by-minute reading, for any week', () => {
    const time = fc
      .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 1, 15, 30, 55, 59) })
      .map(({ hour, minute }) => hour * 60 + minute);
    const write = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    const day = fc.array(fc.tuple(time, time), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 7, maxLength: 7 }),
        fc.integer({ min: 0, max: 10_079 }),
        (days, now) => {
          const open = new Set<number>();
          for (const [index, spans] of days.entries())
            for (const [start, end] of spans)
              for (let at = start; at < (end > start ? end : end + 1440); at++)
                open.add((index * 1440 + at) % 10_080);
          // No point closes for some minutes at midnight.
          for (let midnight = 1440; midnight <= 10_080; midnight += 1440) {
            const night = Array.from({ length: 12 }, (_, index) => midnight - 6 + index);
            const openAt = night.filter((at) => open.has(at % 10_080));
            const before = openAt.findLast((at) => at < midnight);
            const after = openAt.find((at) => at >= midnight);
            if (before !== undefined && after !== undefined)
              for (let at = before; at < after; at++) open.add(at % 10_080);
          }
          const hours = week(
            Object.fromEntries(
              WEEKDAYS.map((name, index) => [
                name,
                (days[index] ?? []).map(([start, end]) => times(write(start), write(end))),
              ]),
            ),
          );
          // Monday 5 January 2026, 00:00 UTC.
          const at = new Date(Date.UTC(2026, 0, 5) + now * 60_000);
          const { state, changes } = readOpenState(hours, at, 'UTC');
          expect(state).toBe(open.has(now) ? 'open' : 'closed');
          if (changes === null) {
            expect(open.size === 0 || open.size === 10_080).toBe(true);
          } else {
            const target = (now + changes.inMinutes) % 10_080;
            expect(open.has(target)).toBe(state !== 'open');
            expect(open.has((target + 10_079) % 10_080)).toBe(state === 'open');
          }
        },
      ),
    );
  });
});

describe('the time zone of a point', () => {
  test('the time zone is the country’s, or that of its islands', () => {
    expect(timeZoneOf({ country: 'pl', longitude: 21 })).toBe('Europe/Warsaw');
    expect(timeZoneOf({ country: 'ES', longitude: -15.4 })).toBe('Atlantic/Canary');
    expect(timeZoneOf({ country: 'PT', longitude: -25.7 })).toBe('Atlantic/Azores');
    expect(timeZoneOf({ country: 'PT', longitude: -16.9 })).toBe('Atlantic/Madeira');
    expect(timeZoneOf({ country: '', longitude: 0 })).toBeNull();
    expect(timeZoneOf({ country: 'constructor', longitude: 0 })).toBeNull();
  });

  test('the time zone is the network’s, anywhere, if the browser knows it', () => {
    expect(timeZoneOf({ country: 'US', longitude: -112, timeZone: 'America/Phoenix' })).toBe(
      'America/Phoenix',
    );
    expect(timeZoneOf({ country: 'ES', longitude: -5.3, timeZone: 'Africa/Ceuta' })).toBe('Africa/Ceuta');
    expect(timeZoneOf({ country: 'PL', longitude: 21, timeZone: 'Europe/Later' })).toBe('Europe/Warsaw');
    expect(timeZoneOf({ country: 'US', longitude: -112, timeZone: 'America/Later' })).toBeNull();
  });

  test.each([
    ['Europe/Kyiv', 'Europe/Kiev'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
  ])('a browser that knows %s only as %s still knows its time', (timeZone, known) => {
    const { DateTimeFormat } = Intl;
    vi.stubGlobal('Intl', {
      ...Intl,
      DateTimeFormat: function (language: string, options: Intl.DateTimeFormatOptions) {
        if (options.timeZone !== known) throw new RangeError(`Invalid time zone: ${options.timeZone}`);
        return new DateTimeFormat(language, options);
      },
    });
    expect(timeZoneOf({ country: '', longitude: 0, timeZone })).toBe(timeZone);
    vi.unstubAllGlobals();
  });
});
