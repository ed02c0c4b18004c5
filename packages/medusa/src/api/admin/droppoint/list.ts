import type { MedusaRequest } from '@medusajs/framework/http';
import { z } from '@medusajs/framework/zod';
import type { Order } from '../../../orders.ts';
import { findRows } from '../../../query.ts';

const MAX_ROWS = 100;

const querySchema = z.object({
  offset: z.coerce.number().int().min(0).catch(0),
  limit: z.coerce.number().int().min(1).max(MAX_ROWS).catch(20),
  state: z.string().catch(''),
});

/** The part of a list that a request asks for; the first one if its parameters are invalid. */
export function readListQuery({ query }: MedusaRequest) {
  const { offset, limit, state } = querySchema.parse(query);
  return { skip: offset, take: limit, state };
}

/** Adds the number of each row's order that people know; null if the order is gone. */
export async function addOrderNumbers<Row extends { order_id: string }>(
  { scope }: MedusaRequest,
  rows: readonly Row[],
) {
  const orders = await findRows<Pick<Order, 'id' | 'display_id'>>(scope, 'order', ['id', 'display_id'], {
    id: rows.map(({ order_id }) => order_id),
  });
  const numbers = new Map(orders.map(({ id, display_id }) => [id, display_id]));
  return rows.map((row) => ({ ...row, display_id: numbers.get(row.order_id) ?? null }));
}
