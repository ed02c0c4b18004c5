import {
  isAddressOf,
  isSameCountry,
  moveToCustomer,
  moveToPoint,
  type Move,
  type OrderAddresses,
} from './addresses.ts';
import {
  preserveKnown,
  refusePoint,
  type PickupPoint,
  type PointNeeds,
  type Points,
  type Verdict,
} from './verdict.ts';

/** Everything that the decision about an order depends on. */
export interface OrderToDecide {
  /** Conditions of its shipping method; null if the method needs no point. */
  needs: PointNeeds | null;
  /** The stored point. */
  point: PickupPoint | null;
  addresses: OrderAddresses;
  /** Whether the money is taken, or somebody else than the shopper moves the order on. */
  isPaid: boolean;
  /** BCP 47, of the sentences. */
  language: string | null | undefined;
}

/**
 * - `accept`: place the order.
 * - `refuse`: `verdict` says why, with a sentence for the shopper; don't take the money.
 * - `hold`: the money is taken, so place the order, mark it with `verdict`, and send nothing.
 */
export interface Decision {
  action: 'accept' | 'refuse' | 'hold';
  /** The result of the check to store with the order; null: it has nothing to do with points. */
  verdict: Verdict | null;
  /** The point to store; null for none. */
  point: PickupPoint | null;
  /** The change of its addresses; null if they stay. */
  move: Move | null;
}

const MISSING = refusePoint('missing', 'Please choose a pick-up point.');
/** The prices were calculated for a different country. */
const COUNTRY_CHANGED = refusePoint(
  'address',
  'The delivery address has changed. Please choose your delivery method again.',
);

/**
 * Decides whether an order may be placed, with at most one request: a point is checked again, because it may
 * have closed since it was chosen. An address that a client wrote over the point's is replaced by it, unless
 * that changes the country, and with it the prices.
 */
export async function decideOrder(order: OrderToDecide, points: Pick<Points, 'check'>): Promise<Decision> {
  const { needs, point, addresses, isPaid, language } = order;
  const refused = (verdict: Verdict, stored = point): Decision => ({
    action: isPaid ? 'hold' : 'refuse',
    verdict,
    point: stored,
    move: null,
  });
  if (needs === null) return point === null ? NOTHING : leavePoint(addresses, point, refused);
  if (point === null) return refused(MISSING);
  const verdict = await points.check(point.id, needs, point, language);
  const latest = preserveKnown(verdict, point);
  if (!verdict.mayAccept) return refused(verdict, latest);
  const move = moveToPoint(addresses, latest, point);
  if (move !== null && !isSameCountry(addresses.shipping, move.shipping))
    return refused(COUNTRY_CHANGED, latest);
  return { action: 'accept', verdict, point: latest, move };
}

const NOTHING: Decision = { action: 'accept', verdict: null, point: null, move: null };

/** An order with a point whose shipping method needs none: it is delivered home after all. */
function leavePoint(
  addresses: OrderAddresses,
  point: PickupPoint,
  refused: (verdict: Verdict, stored: null) => Decision,
): Decision {
  if (!isAddressOf(addresses.shipping, point)) return NOTHING;
  const move = moveToCustomer(addresses, point);
  if (move === null || !isSameCountry(addresses.shipping, addresses.billing))
    return refused(COUNTRY_CHANGED, null);
  return { ...NOTHING, move };
}
