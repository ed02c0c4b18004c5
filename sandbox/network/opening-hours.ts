import type { Interval } from '#contract/point-details.ts';
import type { Weekday } from '#contract/weekday.ts';
import { pickRandom, type Random } from './random.ts';

export type Week = Record<Weekday, Interval[]>;

const OPEN_FROM = ['06:00', '07:00', '07:30', '08:00', '08:30', '09:00', '10:00'];
/** Midnight to midnight: feeds use it both for closed days and for days that are open around the clock. */
const NEVER_OR_ALWAYS = [{ start: '00:00', end: '00:00' }];
const OPEN_TO = ['17:00', '18:00', '18:30', '19:00', '20:00', '21:00', '22:00'];

/** Makes a shop's week: some have a lunch break, most a shorter Saturday and a closed Sunday, a few a defect of real feeds. */
export function makeWeek(random: Random): Week {
  const start = pickRandom(random, OPEN_FROM);
  const end = makeClosing(random);
  const weekday =
    random() < 0.18
      ? [
          { start, end: '12:30' },
          { start: '14:00', end },
        ]
      : [{ start, end }];
  const saturday = random() < 0.8 ? [{ start, end: random() < 0.6 ? '13:00' : end }] : [];
  const sunday = random() < 0.3 ? [{ start: '09:00', end: '14:00' }] : [];
  if (random() < 0.01) return makeDays(NEVER_OR_ALWAYS, NEVER_OR_ALWAYS, NEVER_OR_ALWAYS);
  return makeDays(weekday, saturday, sunday);
}

function makeClosing(random: Random): string {
  const chance = random();
  if (chance < 0.01) return '24:00';
  return chance < 0.02 ? '00:00' : pickRandom(random, OPEN_TO);
}

function makeDays(weekday: Interval[], saturday: Interval[], sunday: Interval[]): Week {
  return {
    monday: weekday,
    tuesday: weekday,
    wednesday: weekday,
    thursday: weekday,
    friday: weekday,
    saturday,
    sunday,
  };
}
