import type { DeliveryAddress } from '#contract/delivery-address.ts';
import type { CheckOptions, Droppoint } from '../shop/shop.ts';

/** Conditions of a shipping method on its points. */
export interface PointNeeds {
  /** ISO 3166-1 alpha-2; empty for all. */
  countries: readonly string[];
  /** The platform's types: `APM`, `PUDO`; empty for all. */
  types: readonly string[];
  filter?: NonNullable<CheckOptions['filter']>;
}

/** The data of a chosen point that an order stores, in a field that no client can write. */
export interface PickupPoint extends DeliveryAddress {
  id: string;
  name: string;
  /** Lines to print; only the id if the point couldn't be looked up yet. */
  lines: string[];
  /** Degrees; null until the point can be looked up. */
  latitude: number | null;
  longitude: number | null;
}

/** A point that an order could go to instead. */
export interface PickupPointAlternative {
  id: string;
  lines: string[];
  distanceMetres: number;
}

/**
 * The problem with an order's point: `missing`, `address` (the delivery address changed), `unchecked`
 * (Droppoint was unavailable; the nightly check tries again), `refused` (Droppoint refused the request), or
 * the code of the check: `gone`, `mistyped`, `country` and so on.
 */
export type PointProblem = string;

/** The result of a check for an order. */
export interface Verdict {
  mayAccept: boolean;
  /** null if the point is fine. */
  problem: PointProblem | null;
  /** A sentence for shoppers; empty without a problem, and for `unchecked`. */
  message: string;
  /** The point to store; null to keep the stored one. */
  point: PickupPoint | null;
  alternatives: PickupPointAlternative[];
  /** The id that was probably intended. */
  meant: string | null;
}

type EachOf<Answer> = Answer extends readonly (infer Each)[] ? Each : Answer;
/** The check of one point, or of a point in a batch, which has fewer fields. */
type Check = EachOf<Awaited<ReturnType<Droppoint['check' | 'checkMany']>>>;
type CheckedPoint = Extract<Awaited<ReturnType<Droppoint['check']>>, { outcome: 'checked' }>['point'];
type Summary = NonNullable<CheckedPoint['summary']>;

/** Form of the platform's ids; while Droppoint is unavailable, nothing else is accepted. */
const ID = /^([A-Z]{2})_[\w-]{1,60}$/;

const LANGUAGE = /^[a-z]{2,3}([-_][A-Za-z0-9]+)*$/;

/** Checks points with Droppoint, and decides what the answers mean for an order. */
export class Points {
  readonly #droppoint: Pick<Droppoint, 'check' | 'checkMany'>;
  readonly #report: (problem: string) => void;

  /** @param report receives problems for the shop's log */
  constructor(
    droppoint: Pick<Droppoint, 'check' | 'checkMany'>,
    report: (problem: string) => void = () => {},
  ) {
    this.#droppoint = droppoint;
    this.#report = report;
  }

  /**
   * Checks a point: one request.
   * @param stored data of the same point; with its position there are alternatives even if the point closed
   *   long ago
   * @param language of the sentences, BCP 47; English if the engine doesn't know it
   */
  async check(
    id: string,
    needs: PointNeeds | null,
    stored: PickupPoint | null,
    language: string | null | undefined,
  ): Promise<Verdict> {
    const { latitude = null, longitude = null } = stored ?? {};
    const check = await this.#droppoint.check(id, {
      ...(needs && { country: needs.countries, type: needs.types }),
      ...(needs?.filter && { filter: needs.filter }),
      ...(latitude !== null && longitude !== null && { position: { latitude, longitude } }),
      language: language && LANGUAGE.test(language) ? language.replaceAll('_', '-') : 'en',
    });
    return this.#judge(id, check, needs);
  }

  /**
   * Checks whether each point still exists, in order, without alternatives, a thousand in a request; null
   * for points that can't be checked right now.
   */
  async checkMany(ids: readonly string[]): Promise<(Verdict | null)[]> {
    const checks = await this.#droppoint.checkMany(ids);
    return checks.map((check, at) =>
      check.outcome === 'checked' ? this.#judge(ids[at]!, check, null) : null,
    );
  }

  #judge(id: string, check: Check, needs: PointNeeds | null): Verdict {
    if (check.outcome === 'unchecked') return judgeUnchecked(id, null, needs);
    if (check.outcome === 'refused') {
      this.#report(`Droppoint refused to check a point: ${check.message}`);
      return refusePoint('refused');
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
    return { ...refusePoint(errors[0]?.code ?? status, errors[0]?.text), point, alternatives, meant };
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
export const refusePoint = (
  problem: PointProblem,
  message = 'This pick-up point can’t be used.',
): Verdict => ({
  ...FINE,
  mayAccept: false,
  problem,
  message,
});

/**
 * Accepts a point until the nightly check, unless its text can't be an id or the method doesn't ship to its
 * country.
 */
function judgeUnchecked(id: string, known: PickupPoint | null, needs: PointNeeds | null): Verdict {
  const countryCode = ID.exec(id)?.[1];
  if (countryCode === undefined) return refusePoint('mistyped', 'There is no such pick-up point.');
  if (needs && needs.countries.length > 0 && !needs.countries.includes(countryCode))
    return refusePoint('country', 'We don’t ship to the country of this pick-up point.');
  const noAddress = { company: '', streetLine1: '', streetLine2: '', postalCode: '', city: '', countryCode };
  const point = known ?? { id, name: id, lines: [id], ...noAddress, latitude: null, longitude: null };
  return { ...FINE, problem: 'unchecked', point };
}

const toPickupPoint = ({ id, name, lines, latitude, longitude, address }: Summary): PickupPoint => ({
  id,
  name,
  latitude,
  longitude,
  ...address,
  lines: lines.length > 0 ? lines : [id],
});

/** The point to store after a check: while Droppoint is away, what was known about it before. */
export const preserveKnown = <Known extends PickupPoint | null>(
  { problem, point }: Verdict,
  known: Known,
): PickupPoint | Known =>
  point === null || (problem === 'unchecked' && point.id === known?.id) ? known : point;
