import type { AppError, ErrorCode } from '#platform/errors.ts';
import { m } from './messages.ts';

/** Statuses with which a link is refused. */
const FINAL: Readonly<Record<number, 'invalid' | 'expired'>> = {
  400: 'invalid',
  403: 'invalid',
  410: 'expired',
};
/** Other failures; the rest are outages. */
const OTHERS: Readonly<Partial<Record<ErrorCode, 'offline' | 'busy' | 'not_set_up'>>> = {
  network: 'offline',
  rate_limited: 'busy',
  scope_missing: 'not_set_up',
};

/** Whether the link can't be used any more. */
export const isFinal = ({ status }: Pick<AppError, 'status'>) => status !== undefined && status in FINAL;

/** Why an order's point can't be chosen, what to do next, and whether the same may work later. */
export function describeLinkFailure({ code, status }: Pick<AppError, 'code' | 'status'>) {
  const kind = FINAL[status ?? 0] ?? OTHERS[code] ?? 'outage';
  const mayRetry = kind === 'offline' || kind === 'busy' || kind === 'outage';
  return { sentence: m[`order_fail_${kind}`](), next: m[`order_next_${kind}`](), mayRetry };
}
