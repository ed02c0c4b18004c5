import { summarizePoint } from '#contract/point-summary.ts';
import type { CheckedPoint } from '#contract/validity.ts';
import type { Position } from '#network/distance.ts';
import { findIntendedId } from './find-intended-id.ts';
import type { PublishedVersion } from './published-network.ts';
import { findErrors, type ShopConditions, type ValidityError } from './shop-conditions.ts';

export interface PointQuery {
  id: string;
  conditions: ShopConditions;
  /** Last known position, for a point that is gone. */
  position: Position | null;
}

const DAY_MS = 24 * 3600 * 1000;
/** Maximum age of the network; if it is older, the status is `unknown`. */
const MAX_AGE_MS = 7 * DAY_MS;
/** Maximum time in the future, for clock differences; a network dated later than that has an unknown age. */
const MAX_AHEAD_MS = DAY_MS;

/**
 * Checks whether a point is still available. The platform documents only a paged list, no request for one point
 * (docs/platform-api.md, chapter 4), so the published network is searched.
 * @throws AppError
 */
export async function checkId(
  network: PublishedVersion,
  query: PointQuery,
  nowMs: number,
): Promise<CheckedPoint> {
  const { id } = query;
  const checkedAt = network.walkedAt;
  const point = await network.findPoint(id);
  const found = point === null ? {} : { point, summary: summarizePoint(point) };
  const ageMs = nowMs - Date.parse(checkedAt);
  // False for an invalid date too (NaN).
  const isCurrent = ageMs <= MAX_AGE_MS && ageMs >= -MAX_AHEAD_MS;
  if (!isCurrent) return { ...answerUnknown(id, 'outdated', checkedAt), ...found };
  if (point !== null) {
    const errors = findErrors(point, query.conditions);
    return { id, status: 'exists', isValid: errors.length === 0, errors, ...found, checkedAt };
  }
  if (await network.isRejected(id)) return answerUnknown(id, 'set_aside', checkedAt);
  return { id, isValid: false, ...(await explainAbsence(network, query)), checkedAt };
}

export function answerUnknown(id: string, reason: string, checkedAt: string | null): CheckedPoint {
  return { id, status: 'unknown', isValid: true, errors: [], reason, checkedAt };
}

type Absence = { status: 'gone' | 'mistyped'; errors: ValidityError[]; meant?: string };

async function explainAbsence(network: PublishedVersion, { id, position }: PointQuery): Promise<Absence> {
  const describe = (status: 'gone' | 'mistyped', message: string): Absence => ({
    status,
    errors: [{ code: status, message }],
  });
  const gone = describe('gone', `Point ${id} no longer exists in the network.`);
  if ((await network.findLastPosition(id)) !== null) return gone;
  // A caller that knows where the point was got its id from a form, not from a keyboard.
  const { meant, isLikeOthers } = await findIntendedId(network.idTable, id, position === null);
  if (meant !== null)
    return { ...describe('mistyped', `There is no point ${id}. Did you mean ${meant}?`), meant };
  return isLikeOthers ? gone : describe('mistyped', `There is no point ${id}, and no similar id.`);
}
