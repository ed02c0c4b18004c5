import { ASSUMED_DEDUPLICATION_HEADER } from '#platform/operation.ts';
import { shipmentSchema } from '#platform/shipping.ts';
import { listClosedIds } from '../faults.ts';
import type { SandboxAnswer } from '../host.ts';
import { Problem, replyJson } from '../reply.ts';
import { readJsonObject } from '../request-body.ts';
import type { SandboxCarrier } from './carrier.ts';
import { bodyTextOf, type Consignment, type SandboxParcel } from './consignments.ts';
import { deriveDigits } from './derive-id.ts';
import { SHIPMENT_LABELS } from './label/accept.ts';
import { replyLabel } from './label/reply-label.ts';
import { fateByName, lifeOf, type HandIn } from './lives.ts';
import { isLocker, readSent, type Sent } from './places.ts';
import { RefusedFields } from './refuse-fields.ts';

/** The known fields of a shipment; any other is refused as `unknown`, as the platform refused `brand`. */
const FIELDS = [
  ...Object.keys(shipmentSchema.shape),
  'valueAddedServices',
  'priority',
  'returnDestination',
  'customsClearance',
];

/** Creates the handlers of the shipping product, by operation. */
export function createShipments(carrier: SandboxCarrier) {
  const { consignments, list } = carrier;
  /** By organization and deduplication id. */
  const deduplicated = new Map<string, Map<string, Consignment>>();

  const createShipment: SandboxAnswer = async ({ request, parameters, faults }) => {
    const { organizationId } = parameters as { organizationId: string };
    const received = await readJsonObject(request);
    const text = JSON.stringify(received);
    const deduplicationId = request.headers[ASSUMED_DEDUPLICATION_HEADER.toLowerCase()];
    const byId = deduplicated.get(organizationId) ?? new Map<string, Consignment>();
    const earlier = typeof deduplicationId === 'string' ? byId.get(deduplicationId) : undefined;
    if (earlier !== undefined) {
      if (bodyTextOf(earlier) === text) return replyJson(201, describeShipment(earlier));
      const detail = 'This deduplication id was already sent with a different body.';
      throw new RefusedFields().add('deduplicationId', 'invalid').toProblem(detail);
    }
    checkShipment(received, listClosedIds(faults));
    const sent = received as unknown as Sent & { parcels: unknown[] };
    const consignment = consignments.add({
      kind: 'OUTBOUND',
      organizationId,
      text,
      parcels: sent.parcels.length,
      steps: lifeOf(handInOf(sent), boundFor(sent), fateByName(sent.recipient?.lastName)),
    });
    if (typeof deduplicationId === 'string')
      deduplicated.set(organizationId, byId.set(deduplicationId, consignment));
    return replyJson(201, describeShipment(consignment));
  };

  function checkShipment(received: Record<string, unknown>, closedIds: readonly string[]): void {
    const problems = new RefusedFields();
    problems.check(shipmentSchema, received);
    for (const name of Object.keys(received)) if (!FIELDS.includes(name)) problems.add(name, 'unknown');
    const id = (received.destination as { pointId?: unknown } | null | undefined)?.pointId;
    const closed = closedIds.includes(id as string);
    if (typeof id === 'string' && id !== '' && (closed || !list.has(id)))
      problems.add('destination.pointId', 'not_found');
    if (problems.found) throw problems.toProblem(closed ? `The point ${String(id)} is closed.` : undefined);
  }

  const boundFor = ({ destination }: Sent) =>
    destination?.pointId === undefined ? 'address' : isLocker(list, destination.pointId) ? 'locker' : 'pudo';

  function describeShipment(consignment: Consignment) {
    const trackingNumber = consignments.numberOf(consignment);
    return {
      trackingNumber,
      parcels: readSent(consignment).parcels!.map(({ references }, place) => ({
        references,
        parcelNumbers: [
          { carrier: 'sandbox', id: 'parcelNumber', value: consignments.numberOf(consignment, place) },
        ],
      })),
      routing: {
        deliveryArea: deriveDigits(`area ${trackingNumber}`, 6),
        deliveryDepotNumber: deriveDigits(`depot ${trackingNumber}`, 4),
      },
    };
  }

  function find(parameters: Record<string, string>): SandboxParcel {
    const parcel = consignments.find(parameters.trackingNumber!);
    const { kind, organizationId } = parcel?.consignment ?? {};
    if (parcel !== undefined && kind === 'OUTBOUND' && organizationId === parameters.organizationId)
      return parcel;
    throw new Problem(404, 'Not Found', 'This organization has no such shipment.');
  }

  const getShipment: SandboxAnswer = ({ parameters }) =>
    replyJson(200, describeShipment(find(parameters).consignment));

  const getShipmentLabel: SandboxAnswer = ({ request, parameters }) =>
    replyLabel(carrier, find(parameters).consignment, request.headers.accept, SHIPMENT_LABELS);

  return { createShipment, getShipment, getShipmentLabel };
}

/** `ANY_POINT` and `HUB` count as a shop. */
function handInOf({ origin }: Sent): HandIn {
  if (origin?.shippingMethod === undefined || origin.shippingMethod === 'COURIER') return 'courier';
  return origin.shippingMethod === 'APM' ? 'locker' : 'point';
}
