import { createDroppoint, type Droppoint } from '@droppoint/platform/shop';
import { Inject, Injectable } from '@nestjs/common';
import { Logger } from '@vendure/core';
import type { PickupPoint, PickupPointAlternative, PointProblem } from './custom-fields.ts';
import { SETTINGS, type Settings } from './options.ts';
import type { PointNeeds } from './shipping-calculator.ts';

type EachOf<Answer> = Answer extends readonly (infer Each)[] ? Each : Answer;
/** Of one point alone, or in a batch, which tells less. */
type Check = EachOf<Awaited<ReturnType<Droppoint['check' | 'checkMany']>>>;
type Told = Extract<Awaited<ReturnType<Droppoint['check']>>, { outcome: 'checked' }>['point'];
type Summary = NonNullable<Told['summary']>;

/** What a check means for an order. */
export interface Verdict {
  mayAccept: boolean;
  /** null: the point is fine. */
  problem: PointProblem | null;
  /** A sentence for shoppers; empty without a problem. */
  message: string;
  /** To be stored; null: keep what is stored. */
  point: PickupPoint | null;
  alternatives: PickupPointAlternative[];
  /** The id that was probably meant. */
  meant: string | null;
}

/** An id of the platform; nothing else is accepted while Droppoint can't be asked. */
const ID = /^([A-Z]{2})_[\w-]{1,60}$/;

const LANGUAGE = /^[a-z]{2}([-_][A-Za-z0-9]+)?$/;

/** Asks Droppoint about points, and says what its answers mean for an order. */
@Injectable()
export class Points {
  readonly #droppoint: Droppoint;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.#droppoint = createDroppoint(settings.origin);
  }

  /**
   * @param stored what is stored of the same point, whose position leads to alternatives even if it closed long ago
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

  /** Whether each point is still there, in their order, without alternatives: null where that can't be told now. */
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
    Logger.error(`Droppoint refused the question about a point: ${check.message}`, 'Droppoint');
    return refuse('refused');
  }
  const { summary, errors, meant = null, status } = check.point;
  const point = summary ? store(summary) : null;
  // Valid, since nothing is known against it: as in an outage.
  if (check.mayAccept) return status === 'unknown' ? judgeUnchecked(id, point, needs) : { ...FINE, point };
  // Absent from a batch.
  const { alternatives: near = [] }: Partial<Told> = check.point;
  const alternatives = near.map(({ distanceMetres, summary: { id: other, lines } }) => ({
    id: other,
    lines,
    distanceMetres,
  }));
  return { ...refuse(errors[0]?.code ?? status, errors[0]?.text), point, alternatives, meant };
}

/** Accepted, to be checked again at night: but no text that can't be an id, and no country that the method doesn't go to. */
function judgeUnchecked(id: string, known: PickupPoint | null, needs: PointNeeds | null): Verdict {
  const [, countryCode] = ID.exec(id) ?? [];
  if (countryCode === undefined) return refuse('mistyped', 'There is no such pick-up point.');
  if (needs && needs.countries.length > 0 && !needs.countries.includes(countryCode))
    return refuse('country', 'Parcels aren’t sent to this pick-up point’s country.');
  const nowhere = { company: '', streetLine1: '', streetLine2: '', postalCode: '', city: '', countryCode };
  const point = known ?? { id, name: id, lines: [id], ...nowhere, latitude: null, longitude: null };
  return { ...FINE, problem: 'unchecked', point };
}

const store = ({ id, name, lines, latitude, longitude, address }: Summary): PickupPoint => ({
  ...{ id, name, latitude, longitude, ...address },
  lines: lines.length > 0 ? lines : [id],
});
