import type { CheckedPoint, ValidityErrorCode } from '#contract/validity.ts';
import type { PublicParcel } from '#contract/public-parcel.ts';

/** Reasons for the status `unknown` that the check of points itself gives. */
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
 * Outcome of a request that was answered with 200, for the log and the metrics. It is a closed
 * list, so that callers can't invent labels.
 * - a check of points: `accepted`, why it was refused, or why it is unknown
 * - the nearest points: some were found (`near`), none was (`none_near`), or the place is unknown
 *   (`no_place`)
 * - parcels: their status
 * - a choice by a shop's link: the order was `read`, or a point `made` its own, of which the shop's server was
 *   `notified` or not (`unnotified`)
 * - a return: `created` now, `before`, or `not_yet`
 * - readiness: the state of the application's token
 */
export type RequestOutcome =
  | 'accepted'
  | ValidityErrorCode
  | `unknown_${(typeof REASONS)[number] | 'unreadable'}`
  | 'near'
  | 'none_near'
  | 'no_place'
  | `parcel_${PublicParcel['status']}`
  | `choice_${'read' | 'made' | 'notified' | 'unnotified'}`
  | `return_${'created' | 'before' | 'not_yet'}`
  | `token_${TokenState}`;

/** How often each occurred in a request. */
export type Outcomes = Readonly<Partial<Record<RequestOutcome, number>>>;

/** Outcome of a checked point; if it was refused for several reasons, the first one. */
export function outcomeOf({ status, errors, reason }: CheckedPoint): RequestOutcome {
  if (status === 'unknown')
    return `unknown_${REASONS.find((candidate) => candidate === reason) ?? 'unreadable'}`;
  const code = errors[0]?.code;
  if (code === undefined) return 'accepted';
  return Object.hasOwn(REFUSALS, code) ? (code as ValidityErrorCode) : 'rule';
}
