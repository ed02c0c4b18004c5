import { MAX_TRACKED } from '#platform/tracking.ts';
import type { SandboxAnswer } from '../host.ts';
import { replyJson } from '../reply.ts';
import type { SandboxCarrier } from './carrier.ts';
import type { SandboxParcel } from './consignments.ts';
import { carrierEventsOf, type CarrierEvent } from './events.ts';
import { destinationOf, originOf, readSent, type Sent } from './places.ts';
import { RefusedFields } from './refuse-fields.ts';

/** Answers with the known parcels among the requested numbers, each with its events. */
export const answerTracking =
  (carrier: SandboxCarrier): SandboxAnswer =>
  ({ url }) => {
    const numbers = url.searchParams.getAll('trackingNumbers').flatMap((list) => list.split(','));
    const requested = [...new Set(numbers.map((number) => number.trim()))].filter((number) => number !== '');
    const problems = new RefusedFields();
    if (requested.length === 0) problems.add('trackingNumbers', 'required');
    if (requested.length > MAX_TRACKED) problems.add('trackingNumbers', 'too_big');
    if (problems.found) throw problems.toProblem();
    const found = requested
      .map((number) => carrier.consignments.find(number))
      .filter((parcel) => parcel !== undefined);
    return replyJson(200, { parcels: found.map((parcel) => describeParcel(parcel, carrier)) });
  };

function describeParcel(parcel: SandboxParcel, carrier: SandboxCarrier) {
  const sent = readSent(parcel.consignment);
  const events = carrierEventsOf(parcel, carrier, sent);
  const last = events.at(-1);
  return {
    trackingNumber: parcel.number,
    status: null,
    events: events.map(({ id, code, timeMs, place }) => ({
      eventTimestamp: writeLocalTime(timeMs),
      eventCode: code,
      status: null,
      eventId: id,
      location: place,
    })),
    origin: originOf(sent),
    destination: destinationOf(sent, carrier.list),
    ...describeCarrierOutcome(parcel, sent, last),
  };
}

/** Describes what tracking and pushed events contain besides the event. */
export function describeCarrierOutcome(
  parcel: SandboxParcel,
  { recipient }: Sent,
  last: CarrierEvent | undefined,
) {
  const delivered = last?.code.startsWith('EOL.1') === true && recipient !== undefined;
  return {
    delivery: delivered
      ? { recipientName: `${recipient.firstName} ${recipient.lastName}`, deliveryNotes: null }
      : null,
    shipment: { type: parcel.consignment.kind },
    returnToSender: last?.code.startsWith('RTS.') === true ? { trackingNumber: parcel.number } : null,
  };
}

const OFFSET_HOURS = 1;

/** Writes ISO 8601 with an offset other than UTC's, as the platform does. */
const writeLocalTime = (timeMs: number) =>
  new Date(timeMs + OFFSET_HOURS * 3_600_000).toISOString().replace('Z', `+0${OFFSET_HOURS}:00`);
