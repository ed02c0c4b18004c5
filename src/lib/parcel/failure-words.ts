import type { AppError } from '#platform/errors.ts';
import { m } from './messages.ts';

/** Why the parcels can't be looked up, and whether retrying may help. */
export function describeLoadFailure({ code }: Pick<AppError, 'code'>): {
  sentence: string;
  mayRetry: boolean;
} {
  switch (code) {
    case 'network':
      return { sentence: m.parcel_fail_offline(), mayRetry: true };
    case 'rate_limited':
      return { sentence: m.parcel_fail_busy(), mayRetry: true };
    case 'scope_missing':
      return { sentence: m.parcel_fail_not_granted(), mayRetry: false };
    default:
      return { sentence: m.parcel_fail_outage(), mayRetry: true };
  }
}
