import type { PickupPoint, Verdict } from '@droppoint/platform/order';
import type { MedusaContainer } from '@medusajs/framework/types';
import { MedusaError } from '@medusajs/framework/utils';
import type { DroppointService } from './modules/droppoint/service.ts';

/**
 * The provider's part of a shipping method's `data`, which no store client can write: Medusa copies it to the
 * order.
 */
export interface PickupData {
  /** Id of the `PickupOption`. */
  option: string;
  /** null until the shopper has chosen one. */
  point: PickupPoint | null;
  problem: string | null;
}

/** A shipping method of a cart or an order. */
export interface Method {
  id: string;
  shipping_option_id?: string | null;
  data?: Record<string, unknown> | null;
}

export const readPickup = (data: Method['data']): PickupData | null =>
  (data?.['droppoint'] as PickupData | undefined) ?? null;

export const writePickup = (pickup: PickupData) => ({ droppoint: pickup });

/** The shipping method of a cart or an order whose parcels go to a point. */
export function findMethod(methods: readonly (Method | null)[] | null | undefined) {
  for (const method of methods ?? []) {
    const pickup = readPickup(method?.data);
    if (method && pickup) return { method, pickup };
  }
  return null;
}

export const serviceOf = (container: Pick<MedusaContainer, 'resolve'>): DroppointService =>
  container.resolve<DroppointService>('droppoint');

/** The fields of a row that store the result of a check. */
export const describeVerdict = ({ problem, alternatives }: Pick<Verdict, 'problem' | 'alternatives'>) => ({
  problem,
  alternatives,
  checked_at: new Date(),
});

/** @param message a sentence for the shopper or the staff */
export const refusePickup = (message: string, problem?: string | null) =>
  new MedusaError(MedusaError.Types.NOT_ALLOWED, message, problem ?? undefined);

/** The refusal of a point, as an answer of 409. */
export const describeRefusal = ({ problem, message, meant, alternatives }: Verdict) => ({
  type: 'not_allowed',
  code: problem,
  message,
  meant,
  alternatives,
});
