import { createDroppoint, type Droppoint } from '@droppoint/platform/shop';
import { Inject, Injectable } from '@nestjs/common';
import { Logger } from '@vendure/core';
import type { PickupPoint, PickupPointAlternative, PointProblem } from './custom-fields.ts';
import { SETTINGS, type Settings } from './options.ts';
import type { PointNeeds } from './shipping-calculator.ts';

type EachOf<Answer> = Answer extends readonly (infer Each)[] ? Each : Answer;
/** The check of one point, or of a point in a batch, which has fewer fields. */
type Check = EachOf<Awaited<ReturnType<Droppoint['check' | 'checkMany']>>>;
type CheckedPoint = Extract<Awaited<ReturnType<Droppoint['check']>>, { outcome: 'checked' }>['point'];
type Summary = NonNullable<CheckedPoint['summary']>;

/** The result of a check for an order. */
export interface Verdict {
  mayAccept: boolean;
  /** null if the point is fine. */
  problem: PointProblem | null;
  /** A sentence for shoppers; empty without a problem. */
  message: string;
  /** The point to store; null to keep the stored one. */
  point: PickupPoint | null;
  alternatives: PickupPointAlternative[];
  /** The id that was probably intended. */
  meant: string | null;
}

/** Form of the platform's ids; while Droppoint is unavailable, nothing else is accepted. */
const ID = /^([A-Z]{2})_[\w-]{1,60}$/;

const LANGUAGE = /^[a-z]{2}([-_][A-Za-z0-9]+)?$/;

/** Checks points with Droppoint, and decides how the answers affect an order. */
@Injectable()
export class Points {
  readonly #droppoint: Droppoint;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.#droppoint = createDroppoint(settings.origin);
  }

  /**
   * @param stored data of the same point; with its position there are alternatives even if the point closed
   *   long ago
   * @param languageCode of the sentences
   */
  async check(
    id: string,
    needs: PointNeeds | null,
    stored: PickupPoint | null,
    languageCode: string,
  ): Promise<Verdict> {
    const { latitude = null, longitude = null } = stored ?? {};
    const check = await this.#droppoint.check(id, {
      country: needs?.countries,
      type: needs?.types,
      filter: needs?.filter,
      position: latitude !== null && longitude !== null ? { latitude, longitude } : undefined,
      language: LANGUAGE.test(languageCode) ? languageCode.replace('_', '-') : undefined,
    });
    return judge(id, check, needs);
  }

  /**
   * Checks whether each point still exists, in order, without alternatives; null for points that can't be
   * checked right now.
   */
  async checkMany(ids: readonly string[]): Promise<(Verdict | null)[]> {
    const checks = await this.#droppoint.checkMany(ids);
    return checks.map((check, at) => (check.outcome === 'checked' ? judge(ids[at]!, check, null) : null));
  }
}

const FINE: Verdict = {
  mayAccept: true,
  problem: null,
  message: '',
  point: null,
  alternatives: [],
  meant: null,
};

/** @param message a sentence for shoppers */
export const refuse = (problem: PointProblem, message = 'This pick-up point can’t be used.'): Verdict => ({
  ...FINE,
  mayAccept: false,
  problem,
  message,
});

function judge(id: string, check: Check, needs: PointNeeds | null): Verdict {
  if (check.outcome === 'unchecked') return judgeUnchecked(id, null, needs);
  if (check.outcome === 'refused') {
    Logger.error(`Droppoint refused to check a point: ${check.message}`, 'Droppoint');
    return refuse('refused');
  }
  const { summary, errors, meant = null, status } = check.point;
  const point = summary ? toPickupPoint(summary) : null;
  // A point with the status `unknown`, as in an outage, is valid, because there is no reason to
  // refuse it.
  if (check.mayAccept) return status === 'unknown' ? judgeUnchecked(id, point, needs) : { ...FINE, point };
  // A batch has no alternatives.
  const { alternatives: near = [] }: Partial<CheckedPoint> = check.point;
  const alternatives = near.map(({ distanceMetres, summary: { id: other, lines } }) => ({
    id: other,
    lines,
    distanceMetres,
  }));
  return { ...refuse(errors[0]?.code ?? status, errors[0]?.text), point, alternatives, meant };
}

/**
 * Accepts a point until the nightly check, unless its text can't be an id or the method doesn't ship to its
 * country.
 */
function judgeUnchecked(id: string, known: PickupPoint | null, needs: PointNeeds | null): Verdict {
  const [, countryCode] = ID.exec(id) ?? [];
  if (countryCode === undefined) return refuse('mistyped', 'There is no such pick-up point.');
  if (needs && needs.countries.length > 0 && !needs.countries.includes(countryCode))
    return refuse('country', 'We don’t ship to the country of this pick-up point.');
  const noAddress = { company: '', streetLine1: '', streetLine2: '', postalCode: '', city: '', countryCode };
  const point = known ?? { id, name: id, lines: [id], ...noAddress, latitude: null, longitude: null };
  return { ...FINE, problem: 'unchecked', point };
}

const toPickupPoint = ({ id, name, lines, latitude, longitude, address }: Summary): PickupPoint => ({
  ...{ id, name, latitude, longitude, ...address },
  lines: lines.length > 0 ? lines : [id],
});
