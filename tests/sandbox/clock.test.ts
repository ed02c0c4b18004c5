import { expect, it } from 'vitest';
import { CarrierClock } from '../../sandbox/carrier/clock.ts';

const START = Date.parse('2026-11-25T09:00:00Z');
const HOUR = 3_600_000;

function startClock(daySeconds: number) {
  const real = { ms: START };
  return { real, clock: new CarrierClock(daySeconds, () => real.ms) };
}

it('Sandbox clock: a parcel lives a day in a minute, while the calendar runs in real time', () => {
  const { real, clock } = startClock(60);
  real.ms += 30_000;
  expect([clock.lifeMs, clock.calendarMs]).toEqual([12 * HOUR, START + 30_000]);
  expect(clock.calendarAt(6 * HOUR)).toBe(START + 15_000);
});

it('Sandbox clock: stops both lives and calendar', () => {
  const { real, clock } = startClock(0);
  real.ms += 5 * HOUR;
  expect([clock.lifeMs, clock.calendarMs]).toEqual([0, START]);
});

it('Sandbox clock: advances by hours at any speed', () => {
  for (const daySeconds of [0, 60, 86_400]) {
    const { clock } = startClock(daySeconds);
    clock.advance(24);
    expect([clock.lifeMs, clock.calendarMs]).toEqual([24 * HOUR, START + 24 * HOUR]);
    expect(clock.calendarAt(6 * HOUR)).toBe(START + 6 * HOUR);
  }
});

it('Sandbox clock: past events keep their times when the speed changes', () => {
  const { real, clock } = startClock(60);
  real.ms += 60_000;
  clock.setDaySeconds(86_400);
  real.ms += HOUR;
  clock.advance(2);
  clock.setDaySeconds(0);
  real.ms += 10 * HOUR;
  clock.setDaySeconds(60);
  real.ms += 60_000;
  expect(clock.lifeMs).toBe((24 + 1 + 2 + 24) * HOUR);
  expect(clock.calendarMs).toBe(START + 60_000 + 3 * HOUR + 60_000);
  const times = [12, 24, 24.5, 26, 27, 39, 51].map((hours) => clock.calendarAt(hours * HOUR) - START);
  expect(times).toEqual([
    30_000,
    60_000,
    60_000 + HOUR / 2,
    60_000 + 2 * HOUR,
    60_000 + 3 * HOUR,
    60_000 + 3 * HOUR + 30_000,
    60_000 + 3 * HOUR + 60_000,
  ]);
});

it('Sandbox clock: never goes back with the machine’s clock', () => {
  const { real, clock } = startClock(60);
  real.ms -= HOUR;
  expect([clock.lifeMs, clock.calendarMs]).toEqual([0, START]);
});
