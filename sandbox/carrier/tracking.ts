import { MAX_TRACKED } from '#platform/tracking.ts';
import type { Answer } from '../host.ts';
import { replyJson } from '../reply.ts';
import type { Carrier } from './carrier.ts';
import type { Parcel } from './consignments.ts';
import { eventsOf, type ParcelEvent } from './events.ts';
import { destinationOf, originOf, readSent, type Sent } from './places.ts';
import { FieldProblems } from './refuse-fields.ts';

/** Answers parcels with their events, those that are known of the numbers that are asked for. */
export const trackParcels =
  (carrier: Carrier): Answer =>
  ({ url }) => {
    const numbers = url.searchParams.getAll('trackingNumbers').flatMap((each) => each.split(','));
    const asked = [...new Set(numbers.map((each) => each.trim()))].filter((each) => each !== '');
    const problems = new FieldProblems();
    if (asked.length === 0) problems.add('trackingNumbers', 'required');
    if (asked.length > MAX_TRACKED) problems.add('trackingNumbers', 'too_big');
    if (problems.found) throw problems.toProblem();
    const found = asked
      .map((number) => carrier.consignments.find(number))
      .filter((each) => each !== undefined);
    return replyJson(200, { parcels: found.map((parcel) => tellParcel(parcel, carrier)) });
  };

function tellParcel(parcel: Parcel, carrier: Carrier) {
  const sent = readSent(parcel.consignment);
  const events = eventsOf(parcel, carrier, sent);
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
    ...tellOutcome(parcel, sent, last),
  };
}

/** What tracking and pushed events say beside the event. */
export function tellOutcome(parcel: Parcel, { recipient }: Sent, last: ParcelEvent | undefined) {
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

/** ISO 8601 with an offset other than UTC's, as the platform writes. */
const writeLocalTime = (timeMs: number) =>
  new Date(timeMs + OFFSET_HOURS * 3_600_000).toISOString().replace('Z', `+0${OFFSET_HOURS}:00`);
