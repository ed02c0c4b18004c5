/** Until when parcels can be fetched that are ready from then on. */
interface PickupEnd {
  toMs: number;
  /** Minute of the day, by the clock of the place. */
  minute: number;
}

/** From when parcels are ready. */
interface PickupStart {
  fromMs: number;
  minute: number;
  /** Earliest first; at least one. */
  ends: readonly PickupEnd[];
}

export interface PickupDay {
  /** `2026-11-26`, by the calendar of the place. */
  day: string;
  /** Earliest first; at least one. */
  starts: readonly PickupStart[];
}

const MINUTE_MS = 60_000;
const DAYS_AHEAD = 7;
const LEAST_MINUTES = 120;
const FIRST_MINUTE = 9 * 60;
const LAST_MINUTE = 18 * 60;
const STEP_MINUTES = 30;

/** Countries whose couriers are known to come, with their time zones: Poland (1 source, the provider's own page). */
const TIME_ZONES: Readonly<Record<string, string>> = { PL: 'Europe/Warsaw' };

/** @returns null for a country that isn't known to have pickups */
export const timeZoneOfPickups = (countryCode: string): string | null =>
  TIME_ZONES[countryCode.trim().toUpperCase()] ?? null;

/** Minute of the day of "13:00:00" or "13:00". @returns null for anything else */
export function readCutoff(text: string | null | undefined): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(text?.trim() ?? '') ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/**
 * Times at which a pickup can be ordered, in half hours, by the platform's rules (docs/platform-api.md, chapter 10): at most seven days ahead;
 * the same day only before the postcode's cut-off; from the cut-off at the latest; until two hours after the start and after now at the
 * earliest; within one day, from 9 to 18 o'clock. The latest start is held on each day: one reading of the rule has it on the same day only.
 * @param timeZone of the place, IANA
 * @param cutoff minute of the day; null: not known, then none is offered for the same day
 * @returns days that have any, earliest first
 */
export function pickupWindows(nowMs: number, timeZone: string, cutoff: number | null): PickupDay[] {
  const now = readClock(nowMs, timeZone);
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => {
    const date = new Date(Date.UTC(now.year, now.month - 1, now.date + ahead));
    const isPast = ahead === 0 && (cutoff === null || now.minute >= cutoff);
    const starts = isPast ? [] : listStarts(date, nowMs, timeZone, cutoff ?? LAST_MINUTE);
    return { day: date.toISOString().slice(0, 10), starts };
  });
  return days.filter(({ starts }) => starts.length > 0);
}

/**
 * A chosen time, as far as it is offered; else the first day, its first start, and the last end.
 * @returns null if no time is offered
 */
export function chooseTime(
  days: readonly PickupDay[],
  { day, from, to }: { day: string; from: number; to: number },
): { day: PickupDay; start: PickupStart; end: PickupEnd } | null {
  const chosen = days.find((each) => each.day === day) ?? days[0];
  if (chosen === undefined) return null;
  const start = chosen.starts.find(({ minute }) => minute === from) ?? chosen.starts[0]!;
  const end = start.ends.find(({ minute }) => minute === to) ?? start.ends.at(-1)!;
  return { day: chosen, start, end };
}

function listStarts(date: Date, nowMs: number, timeZone: string, latest: number): PickupStart[] {
  const at = (minute: number) => findMoment(date, minute, timeZone);
  return listMinutes(FIRST_MINUTE, Math.min(latest, LAST_MINUTE - LEAST_MINUTES)).flatMap((minute) => {
    const fromMs = at(minute);
    if (fromMs < nowMs || fromMs > nowMs + DAYS_AHEAD * 24 * 60 * MINUTE_MS) return [];
    const ends = listMinutes(minute + LEAST_MINUTES, LAST_MINUTE)
      .map((end) => ({ toMs: at(end), minute: end }))
      .filter(({ toMs }) => toMs >= Math.max(fromMs, nowMs) + LEAST_MINUTES * MINUTE_MS);
    return ends.length === 0 ? [] : [{ fromMs, minute, ends }];
  });
}

const listMinutes = (from: number, until: number) =>
  Array.from(
    { length: Math.max(0, Math.floor((until - from) / STEP_MINUTES) + 1) },
    (_, step) => from + step * STEP_MINUTES,
  );

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const whole = { dateStyle: 'short', timeStyle: 'medium' } as const;
    // Swedish dates are written as in ISO 8601.
    clocks.set(timeZone, (clock = new Intl.DateTimeFormat('sv-SE', { timeZone, ...whole })));
  }
  return clock;
}

/** What calendar and clock of a place show. */
export function readClock(ms: number, timeZone: string) {
  const shown = clockOf(timeZone).format(ms).match(/\d+/g)!;
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0] = shown.map(Number);
  return { year, month, date, minute: hours * 60 + minutes };
}

/** Minutes that the place's clock is ahead of UTC. */
function offsetOf(ms: number, timeZone: string): number {
  const { year, month, date, minute } = readClock(ms, timeZone);
  return Date.UTC(year, month - 1, date) / MINUTE_MS + minute - Math.floor(ms / MINUTE_MS);
}

/** When the place's clock shows a minute of a day. @param date midnight in UTC of that day */
function findMoment(date: Date, minute: number, timeZone: string): number {
  const inUtc = date.getTime() + minute * MINUTE_MS;
  // The offset of the day's own time: clocks change during the night before it, which the first guess may be in.
  const guess = inUtc - offsetOf(inUtc, timeZone) * MINUTE_MS;
  return inUtc - offsetOf(guess, timeZone) * MINUTE_MS;
}

const two = (value: number) => String(value).padStart(2, '0');

/** ISO 8601 by the clock of a place: `2026-11-26T10:00:00+01:00`. */
export function writeIso(ms: number, timeZone: string): string {
  const offset = offsetOf(ms, timeZone);
  const local = new Date(ms + offset * MINUTE_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}
