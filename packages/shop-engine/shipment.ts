import { makeDeduplicationId } from '#platform/deduplication-id.ts';
import { describeError } from '#platform/describe-error.ts';
import { AppError } from '#platform/errors.ts';
import type { Label, LabelFormat } from '#platform/labels.ts';
import type { ParcelState } from '#platform/parcel-state.ts';
import type { Shipment } from '#platform/shipping.ts';
import type { Carrier } from './accounts.ts';
import { fetchShipmentLabel } from './label.ts';
import { isNotCreated, type OpenParcel, type OpenParcelStore } from './open-parcel.ts';
import type { PickupPoint, Points, Verdict } from './verdict.ts';

/** Some pieces of one line of an order. */
export interface Pieces {
  lineId: string | number;
  quantity: number;
}

/** An earlier parcel of an order. */
export interface EarlierParcel {
  /** The id that it was created with. */
  deduplicationId: string | null | undefined;
  /** Whether its fulfilment was cancelled in the shop. The carrier can't cancel a parcel. */
  isCancelled: boolean;
  state: ParcelState | null;
}

/** The parcel to create. */
export interface ParcelOrder {
  /** For people: it is on the label, and in the parcel's events. */
  number: string;
  point: PickupPoint | null;
  recipient: Shipment['recipient'];
  kilograms: number;
  pieces: readonly Pieces[];
  /** Parcels of the order that exist already. */
  earlier?: readonly EarlierParcel[];
  /** Where the engine stores the order's open parcel. Default: in memory, with the account. */
  open?: OpenParcelStore;
  /** BCP 47, of the sentence about a point that can't be used. */
  language?: string | null | undefined;
}

export interface CreatedParcel {
  trackingNumber: string;
  /** Store it with the fulfilment, for `earlier`. */
  deduplicationId: string;
  /** null if it wasn't requested, or couldn't be fetched yet: fetch it when it is printed. */
  label: Label | null;
  /** Why there is no label, for a log; null if there is one. */
  labelProblem: string | null;
}

/** No parcel was created. The message is for the shop's staff. */
export class ParcelRefusedError extends Error {
  override readonly name = 'ParcelRefusedError';

  /** @param verdict the result of the check to store with the order, if its point can't be used */
  constructor(
    message: string,
    readonly verdict: Verdict | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Creates a parcel with two calls to the carrier, for it and its label, after its point was checked again.
 * Repeating it after a lost answer creates nothing: the answer is the same parcel, even if its point has
 * closed since. For other pieces, or another point, the carrier is asked for that parcel first, and none is
 * created if it exists.
 * @param labelFormat null: the engine fetches the label itself
 * @throws ParcelRefusedError if the point can't be used or the carrier refuses; the cause is its `AppError`
 */
export async function createParcel(
  order: ParcelOrder,
  carrier: Carrier,
  points: Pick<Points, 'check'>,
  labelFormat: LabelFormat | null = 'pdf-a6',
): Promise<CreatedParcel> {
  const { number, point, pieces, earlier, language } = order;
  if (point === null) throw new ParcelRefusedError('The order has no pick-up point. Choose one first.');
  const { id: pointId } = point;
  const checkPoint = async () => {
    const verdict = await points.check(pointId, null, point, language);
    if (!verdict.mayAccept)
      throw new ParcelRefusedError(`No parcel can be sent to ${pointId}: ${verdict.message}`, verdict);
  };
  const deduplicationId = await identifyParcel(number, pointId, pieces, earlier);
  const open = order.open ?? carrier.open.of(number);
  const known = await open.find();
  let parcel = known?.deduplicationId === deduplicationId ? known : null;
  const isAgain = parcel !== null;
  if (parcel === null) {
    // A parcel that may exist is asked for first: a refusal would hide its number.
    if (known !== null) await settleParcel(known, carrier, open);
    await checkPoint();
    parcel = { deduplicationId, pointId, shipment: describeShipment(order, pointId, carrier) };
    await open.store(parcel);
  }
  try {
    const trackingNumber = await sendParcel(parcel, carrier);
    await open.remove();
    if (labelFormat === null) return { trackingNumber, deduplicationId, label: null, labelProblem: null };
    const label = await fetchShipmentLabel(carrier, trackingNumber, labelFormat).then(
      (fetched) => ({ label: fetched, labelProblem: null }),
      // The parcel exists, and its label can be fetched later.
      (error: unknown) => ({ label: null, labelProblem: describeError(error) }),
    );
    return { trackingNumber, deduplicationId, ...label };
  } catch (cause) {
    if (isNotCreated(cause, isAgain)) await open.remove();
    // It doesn't exist after all, and its point may be the reason.
    if (isAgain && cause instanceof AppError && cause.code === 'rejected') await checkPoint();
    throw toRefusal(cause);
  }
}

/**
 * Finds out whether the carrier has an open parcel, before another one is sent.
 * @throws ParcelRefusedError if it does, or it still isn't known
 */
async function settleParcel(parcel: OpenParcel, carrier: Carrier, open: OpenParcelStore): Promise<void> {
  let number;
  try {
    number = await sendParcel(parcel, carrier);
  } catch (cause) {
    if (!isNotCreated(cause, true)) throw toRefusal(cause);
    await open.remove();
    return;
  }
  throw new ParcelRefusedError(
    `The carrier already has parcel ${number} of this order, whose answer was lost. Send the same items to ${parcel.pointId}: they are in it.`,
  );
}

async function sendParcel(
  { deduplicationId, shipment }: OpenParcel,
  { platform, organizationId }: Carrier,
): Promise<string> {
  const { data } = await platform.shipments.create(organizationId, shipment, { deduplicationId });
  return data.trackingNumber;
}

/** A failed call as an error for the shop's staff; any other error as it is. */
const toRefusal = (cause: unknown): unknown =>
  cause instanceof AppError ? new ParcelRefusedError(describeError(cause), null, { cause }) : cause;

const describeShipment = (
  { number, recipient, kilograms }: ParcelOrder,
  pointId: string,
  { sender, warehouse }: Carrier,
): Shipment => ({
  sender,
  recipient,
  origin: warehouse,
  // The first two letters of an id are its point's country.
  destination: { countryCode: pointId.slice(0, 2), pointId },
  parcels: [{ type: 'STANDARD', weight: { amount: kilograms, unit: 'KG' } }],
  references: { custom: { order: number } },
});

/**
 * Derives the deduplication id of a parcel from its order, its point and its pieces, because engines create
 * the fulfilment after its parcel, and delete it after a failure. The same pieces sent once more are another
 * parcel if the first one counts: it isn't cancelled in the shop, or the carrier has moved it since.
 * Otherwise it is the same parcel again, since it is paid for and can't be cancelled.
 * @throws AppError `rejected` without an order number or pieces
 */
export async function identifyParcel(
  orderNumber: string,
  pointId: string,
  pieces: readonly Pieces[],
  earlier: readonly EarlierParcel[] = [],
): Promise<string> {
  const taken = new Set(earlier.filter(isUsed).map(({ deduplicationId }) => deduplicationId));
  const words = pieces.map(({ lineId, quantity }) => `${lineId}x${quantity}`).sort();
  if (words.length === 0) throw new AppError('rejected', 'It was not sent: a parcel needs pieces.');
  for (let attempt = 0; ; attempt++) {
    const id = await makeDeduplicationId('parcel', orderNumber, pointId, attempt, ...words);
    if (!taken.has(id)) return id;
  }
}

/** Whether a parcel can't be taken for another fulfilment. */
const isUsed = ({ isCancelled, state }: EarlierParcel): boolean =>
  !isCancelled || (state !== null && state !== 'registered');

/**
 * Splits a person's name, because carriers require two; a single word is used for both.
 * @param known names that the shop has separately, for what the full name lacks
 */
export function splitName(
  fullName: string | null | undefined,
  known?: { firstName?: string | null; lastName?: string | null } | null,
): { firstName: string; lastName: string } {
  const words = (fullName ?? '').split(/\s/).filter(Boolean);
  const lastName = words.pop() ?? known?.lastName ?? '';
  return { firstName: words.join(' ') || known?.firstName || lastName, lastName };
}
