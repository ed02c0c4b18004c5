import type { AppError, ErrorCode } from '#platform/errors.ts';
import { m } from './messages.ts';

/** Statuses after which the link has become unusable. */
const FINAL: Readonly<Record<number, 'invalid' | 'unknown' | 'expired'>> = {
  403: 'invalid',
  409: 'unknown',
  410: 'expired',
};
/** Other failures; the rest are outages. */
const OTHERS: Readonly<Partial<Record<ErrorCode, 'offline' | 'busy' | 'not_granted' | 'refused'>>> = {
  network: 'offline',
  rate_limited: 'busy',
  scope_missing: 'not_granted',
  rejected: 'refused',
};

export const isFinalReturn = ({ status }: Pick<AppError, 'status'>) =>
  status !== undefined && status in FINAL;

/**
 * Why a return can't be shown or created, what to do next, and whether the same request may succeed
 * later.
 */
export function describeReturnFailure({ code, status }: Pick<AppError, 'code' | 'status'>) {
  const kind = FINAL[status ?? 0] ?? OTHERS[code] ?? 'outage';
  const mayRetry = kind === 'offline' || kind === 'busy' || kind === 'outage';
  return { sentence: m[`return_fail_${kind}`](), next: m[`return_next_${kind}`](), mayRetry };
}
