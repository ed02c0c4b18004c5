import type { PickupPoint, Points, PointProblem, Verdict } from './verdict.ts';

/** An order that is paid for and waits to be sent. */
export interface WaitingOrder {
  point: PickupPoint;
  /** The stored result of the latest check. */
  problem: PointProblem | null;
}

export interface Waiting<Order extends WaitingOrder> {
  /**
   * Reads orders that wait, at most `BATCH_SIZE`, in a fixed order.
   * @param after the last order of the previous batch; null for the first
   * @returns none after the last
   */
  read: (after: Order | null) => Promise<readonly Order[]>;
  /** Stores when these were checked, whatever the result. */
  markChecked: (orders: readonly Order[]) => Promise<unknown>;
  /** Stores the result of a full check with an order, its latest point, and its addresses. */
  store: (order: Order, verdict: Verdict) => Promise<unknown>;
  /** Called once for an order whose point can no longer be used, after the result was stored. */
  reportClosed: (order: Order, verdict: Verdict) => Promise<unknown>;
  /** The order's language, BCP 47. */
  languageOf: (order: Order) => string | null | undefined | Promise<string | null | undefined>;
}

export interface RecheckResult {
  checked: number;
  /** Orders whose point can't be used any more. */
  marked: number;
  /** Orders whose point Droppoint couldn't check. */
  unchecked: number;
}

/** Orders in one request; Droppoint takes no more. */
export const BATCH_SIZE = 1_000;

/**
 * Checks the points of waiting orders: a thousand in a request, and one request more for each order whose
 * result is another than before, because only a single check has alternatives.
 */
export async function recheckOrders<Order extends WaitingOrder>(
  waiting: Waiting<Order>,
  points: Pick<Points, 'check' | 'checkMany'>,
): Promise<RecheckResult> {
  const result: RecheckResult = { checked: 0, marked: 0, unchecked: 0 };
  let last: Order | null = null;
  for (;;) {
    const orders: readonly Order[] = await waiting.read(last);
    if (orders.length === 0) return result;
    last = orders.at(-1)!;
    const verdicts = await points.checkMany(orders.map(({ point }) => point.id));
    const checked = orders.flatMap((order, at) => {
      const verdict = verdicts[at];
      return verdict && verdict.problem !== 'unchecked' ? [{ order, verdict }] : [];
    });
    result.unchecked += orders.length - checked.length;
    result.checked += checked.length;
    if (checked.length > 0) await waiting.markChecked(checked.map(({ order }) => order));
    for (const { order, verdict } of checked)
      if (await apply(order, verdict, waiting, points)) result.marked += 1;
  }
}

/** @returns whether the order has a problem */
async function apply<Order extends WaitingOrder>(
  order: Order,
  { mayAccept, problem }: Verdict,
  { store, reportClosed, languageOf }: Waiting<Order>,
  points: Pick<Points, 'check'>,
): Promise<boolean> {
  const { point, problem: previous } = order;
  if (mayAccept && previous === null) return false;
  if (!mayAccept && previous === problem) return true;
  const full = await points.check(point.id, null, point, await languageOf(order));
  await store(order, full);
  if (!full.mayAccept) await reportClosed(order, full);
  return !full.mayAccept;
}
