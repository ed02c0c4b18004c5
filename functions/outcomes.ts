import type { CheckedPoint, ValidityErrorCode } from '../src/lib/contract/validity.ts';
import type { ToldParcel } from '../src/lib/contract/told-parcel.ts';

/** Why nothing is known of a point, of those reasons that the check of points names itself. */
const REASONS = ['not_published', 'outdated', 'set_aside'] as const;
/** Why a shop doesn't accept a point. */
const REFUSALS: Readonly<Record<ValidityErrorCode, true>> = {
  gone: true,
  mistyped: true,
  excluded: true,
  filter: true,
  rule: true,
  country: true,
  type: true,
  location_type: true,
};

/** State of the application's token: `wrong` if the platform refuses it, `unreachable` if it can't be checked at the moment. */
export type TokenState = 'ok' | 'wrong' | 'unreachable';

/**
 * What came of a request that was answered with 200, in the log and the metrics: a closed list, so that no caller chooses a label.
 * - a check of points: `accepted`, why it isn't, or why it isn't known
 * - the nearest points: whether some are `near`, none is (`none_near`), or the place isn't known (`no_place`)
 * - parcels: their status
 * - a return: whether it was `created` now, was so `before`, or `not_yet`
 * - readiness: the state of the application's token
 */
export type Outcome =
  | 'accepted'
  | ValidityErrorCode
  | `unknown_${(typeof REASONS)[number] | 'unreadable'}`
  | 'near'
  | 'none_near'
  | 'no_place'
  | `parcel_${ToldParcel['status']}`
  | `return_${'created' | 'before' | 'not_yet'}`
  | `token_${TokenState}`;

/** How often each occurred in a request. */
export type Outcomes = Readonly<Partial<Record<Outcome, number>>>;

/** Of several reasons the first one. */
export function outcomeOf({ status, errors, reason }: CheckedPoint): Outcome {
  if (status === 'unknown') return `unknown_${REASONS.find((known) => known === reason) ?? 'unreadable'}`;
  const code = errors[0]?.code;
  if (code === undefined) return 'accepted';
  return Object.hasOwn(REFUSALS, code) ? (code as ValidityErrorCode) : 'rule';
}
