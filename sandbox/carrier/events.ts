import { createRandom } from '../network/random.ts';
import type { MovedList } from '../points.ts';
import type { CarrierClock } from './clock.ts';
import type { SandboxParcel } from './consignments.ts';
import { deriveUuid } from './derive-id.ts';
import { carrierPlaceOf, readSent, type CarrierPlace, type Sent } from './places.ts';

const HOUR_MS = 3_600_000;
/** The lives of parcels of one kind differ by up to a tenth. */
const SPREAD = 0.1;

/** An event in a parcel's life. */
export interface CarrierEvent {
  code: string;
  /** `<uuid>#<code>` */
  id: string;
  /** By the calendar, in milliseconds since 1970. */
  timeMs: number;
  place: CarrierPlace | null;
}

/** Computes when each step of a parcel's life happens, by the clock's `lifeMs`. The same for the same parcel. */
export function stepTimes({ consignment, number }: SandboxParcel): number[] {
  const stretch = 1 + SPREAD * (2 * createRandom(Number(number.slice(-9)))() - 1);
  return consignment.steps.map(({ hours }) => consignment.bornMs + hours * stretch * HOUR_MS);
}

/** Makes the event of one step of a parcel's life. @param lifeMs time of that step */
export function eventAt(
  parcel: SandboxParcel,
  step: number,
  lifeMs: number,
  sent: Sent,
  parts: { list: MovedList; clock: CarrierClock },
): CarrierEvent {
  const { code, stage } = parcel.consignment.steps[step]!;
  return {
    code,
    id: `${deriveUuid(`${parcel.number} ${step}`)}#${code}`,
    timeMs: parts.clock.calendarAt(lifeMs),
    place: carrierPlaceOf(stage, sent, parts.list),
  };
}

/** Lists a parcel's events up to now, in order. They are computed on request, so that a parcel costs nothing in between. */
export function carrierEventsOf(
  parcel: SandboxParcel,
  parts: { list: MovedList; clock: CarrierClock },
  sent = readSent(parcel.consignment),
): CarrierEvent[] {
  const now = parts.clock.lifeMs;
  return stepTimes(parcel)
    .filter((lifeMs) => lifeMs <= now)
    .map((lifeMs, step) => eventAt(parcel, step, lifeMs, sent, parts));
}
