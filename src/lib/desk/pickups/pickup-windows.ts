/** The latest time at which the courier may come. */
interface PickupEnd {
  toMs: number;
  /** Minute of the day, in the place's time zone. */
  minute: number;
}

/** The time from which the parcels are ready. */
interface PickupStart {
  fromMs: number;
  minute: number;
  /** Earliest first; at least one. */
  ends: readonly PickupEnd[];
}

export interface PickupDay {
  /** `2026-11-26`, in the place's time zone. */
  day: string;
  /** Earliest first; at least one. */
  starts: readonly PickupStart[];
}

const MINUTE_MS = 60_000;
const DAYS_AHEAD = 7;
const MIN_MINUTES = 120;
const FIRST_MINUTE = 9 * 60;
const LAST_MINUTE = 18 * 60;
const STEP_MINUTES = 30;

/** Countries known to have pickups, with their time zones: Poland (1 source, the provider's own page). */
const TIME_ZONES: Readonly<Record<string, string>> = { PL: 'Europe/Warsaw' };

/** @returns null for a country that isn't known to have pickups */
export const pickupTimeZone = (countryCode: string): string | null =>
  TIME_ZONES[countryCode.trim().toUpperCase()] ?? null;

/** Parses "13:00:00" or "13:00" to a minute of the day. @returns null for anything else */
export function readCutoff(text: string | null | undefined): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(text?.trim() ?? '') ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/**
 * Lists the times for which a pickup can be ordered, in half hours, by the platform's rules
 * (docs/platform-api.md, chapter 10): at most seven days ahead; on the same day only before the
 * postcode's cut-off; starting at the cut-off at the latest; ending at least two hours after the start
 * and after now; within one day, from 9:00 to 18:00. The latest start applies to every day, although the
 * rule can be read as applying to the same day only.
 * @param timeZone IANA time zone of the place
 * @param cutoff minute of the day; null: unknown, so the same day isn't offered
 * @returns days that have times, earliest first
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
 * Returns the chosen day, start and end where they are offered; otherwise the first day, its first start
 * and its last end.
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
  return listMinutes(FIRST_MINUTE, Math.min(latest, LAST_MINUTE - MIN_MINUTES)).flatMap((minute) => {
    const fromMs = at(minute);
    if (fromMs < nowMs || fromMs > nowMs + DAYS_AHEAD * 24 * 60 * MINUTE_MS) return [];
    const ends = listMinutes(minute + MIN_MINUTES, LAST_MINUTE)
      .map((end) => ({ toMs: at(end), minute: end }))
      .filter(({ toMs }) => toMs >= Math.max(fromMs, nowMs) + MIN_MINUTES * MINUTE_MS);
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
    // The Swedish format is that of ISO 8601.
    clocks.set(timeZone, (clock = new Intl.DateTimeFormat('sv-SE', { timeZone, ...whole })));
  }
  return clock;
}

/** Reads calendar and clock in a time zone. */
export function readClock(ms: number, timeZone: string) {
  const shown = clockOf(timeZone).format(ms).match(/\d+/g)!;
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0] = shown.map(Number);
  return { year, month, date, minute: hours * 60 + minutes };
}

/** Minutes by which a time zone is ahead of UTC. */
function offsetOf(ms: number, timeZone: string): number {
  const { year, month, date, minute } = readClock(ms, timeZone);
  return Date.UTC(year, month - 1, date) / MINUTE_MS + minute - Math.floor(ms / MINUTE_MS);
}

/**
 * Finds the time at which the clock of a time zone shows a minute of a day.
 * @param date that day's midnight in UTC
 */
function findMoment(date: Date, minute: number, timeZone: string): number {
  const inUtc = date.getTime() + minute * MINUTE_MS;
  // Recompute the offset at the guessed time, because clocks may change between the guess and the actual
  // time.
  const guess = inUtc - offsetOf(inUtc, timeZone) * MINUTE_MS;
  return inUtc - offsetOf(guess, timeZone) * MINUTE_MS;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Formats a time in a time zone as ISO 8601: `2026-11-26T10:00:00+01:00`. */
export function formatIso(ms: number, timeZone: string): string {
  const offset = offsetOf(ms, timeZone);
  const local = new Date(ms + offset * MINUTE_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}
