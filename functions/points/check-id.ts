import { summarizePoint } from '../../src/lib/contract/point-summary.ts';
import type { CheckedPoint } from '../../src/lib/contract/validity.ts';
import type { Position } from '../../src/lib/network/distance.ts';
import { findMeant } from './find-meant.ts';
import type { PublishedVersion } from './published-network.ts';
import { findErrors, type ShopTerms, type ValidityError } from './shop-terms.ts';

export interface PointQuestion {
  id: string;
  terms: ShopTerms;
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
  question: PointQuestion,
  nowMs: number,
): Promise<CheckedPoint> {
  const { id } = question;
  const checkedAt = network.walkedAt;
  const point = await network.findPoint(id);
  const found = point === null ? {} : { point, summary: summarizePoint(point) };
  const ageMs = nowMs - Date.parse(checkedAt);
  // False for an invalid date too (NaN).
  const isCurrent = ageMs <= MAX_AGE_MS && ageMs >= -MAX_AHEAD_MS;
  if (!isCurrent) return { ...answerUnknown(id, 'outdated', checkedAt), ...found };
  if (point !== null) {
    const errors = findErrors(point, question.terms);
    return { id, status: 'exists', isValid: errors.length === 0, errors, ...found, checkedAt };
  }
  if (await network.isRejected(id)) return answerUnknown(id, 'set_aside', checkedAt);
  return { id, isValid: false, ...(await explainAbsence(network, question)), checkedAt };
}

export function answerUnknown(id: string, reason: string, checkedAt: string | null): CheckedPoint {
  return { id, status: 'unknown', isValid: true, errors: [], reason, checkedAt };
}

type Absence = { status: 'gone' | 'mistyped'; errors: ValidityError[]; meant?: string };

async function explainAbsence(network: PublishedVersion, { id, position }: PointQuestion): Promise<Absence> {
  const say = (status: 'gone' | 'mistyped', message: string): Absence => ({
    status,
    errors: [{ code: status, message }],
  });
  const gone = say('gone', `The network has no point ${id} any more.`);
  if ((await network.findLastPosition(id)) !== null) return gone;
  // An asker who knows where the point was didn't type its id.
  const { meant, isLikeOthers } = await findMeant(network.idTable, id, position === null);
  if (meant !== null) return { ...say('mistyped', `There is no point ${id}, but ${meant}.`), meant };
  return isLikeOthers ? gone : say('mistyped', `There is no point ${id}, and no id looks like it.`);
}
