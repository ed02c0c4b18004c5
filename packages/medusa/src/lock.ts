import type { MedusaContainer } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';

const LOCK_SECONDS = 60;

/**
 * Runs a change while no other one of the same order or cart runs: two of Medusa's workflows on one order at
 * a time double its lines and its sum.
 * @param id of the order or the cart
 */
export const lock = <Result>(
  container: Pick<MedusaContainer, 'resolve'>,
  id: string,
  change: () => Promise<Result>,
): Promise<Result> =>
  container.resolve(Modules.LOCKING).execute(`droppoint:${id}`, change, { timeout: LOCK_SECONDS });
