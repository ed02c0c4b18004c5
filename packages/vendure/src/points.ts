import { createDroppoint, type CheckOptions, type Droppoint } from '@droppoint/platform/shop';
import { Inject, Injectable } from '@nestjs/common';
import { Logger } from '@vendure/core';
import type { PickupPoint, PickupPointAlternative, PointProblem } from './custom-fields.ts';
import { SETTINGS, type Settings } from './options.ts';
import type { PointNeeds } from './shipping-calculator.ts';

type Check = Awaited<ReturnType<Droppoint['check']>>;
type Summary = NonNullable<Extract<Check, { outcome: 'checked' }>['point']['summary']>;

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
    const position = stored?.latitude != null && stored.longitude != null ? stored : null;
    const check = await this.#droppoint.check(id, {
      ...readConditions(needs),
      ...(position && { position: { latitude: position.latitude!, longitude: position.longitude! } }),
      ...(LANGUAGE.test(languageCode) && { language: languageCode.replace('_', '-') }),
    });
    return judge(id, check, needs);
  }

  /** Whether each point is still there, in their order: null where that can't be told now. */
  async checkMany(ids: readonly string[]): Promise<(Verdict | null)[]> {
    const checks = await this.#droppoint.checkMany(ids);
    return checks.map((check, at) =>
      check.outcome === 'checked'
        ? judge(ids[at]!, { ...check, point: { ...check.point, alternatives: [] } }, null)
        : null,
    );
  }
}

function readConditions(needs: PointNeeds | null): CheckOptions {
  if (needs === null) return {};
  return {
    ...(needs.countries.length > 0 && { country: needs.countries }),
    ...(needs.types.length > 0 && { type: needs.types }),
    ...(needs.filter && { filter: needs.filter }),
  };
}

function judge(id: string, check: Check, needs: PointNeeds | null): Verdict {
  const fine: Verdict = {
    mayAccept: true,
    problem: null,
    message: '',
    point: null,
    alternatives: [],
    meant: null,
  };
  if (check.outcome === 'unchecked') return judgeUnchecked(id, fine, needs);
  if (check.outcome === 'refused') {
    Logger.error(`Droppoint refused the question about a point: ${check.message}`, 'Droppoint');
    return { ...fine, mayAccept: false, problem: 'refused', message: 'This pick-up point can’t be used.' };
  }
  const { summary, errors, alternatives, meant, status } = check.point;
  const told = { ...fine, point: summary ? store(summary) : null };
  // Valid, since nothing is known against it: as in an outage.
  if (check.mayAccept) return status === 'unknown' ? judgeUnchecked(id, told, needs) : told;
  return {
    ...told,
    mayAccept: false,
    problem: errors[0]?.code ?? status,
    message: errors[0]?.text ?? 'This pick-up point can’t be used.',
    alternatives: alternatives.map(({ summary: { id: other, lines }, distanceMetres }) => ({
      id: other,
      lines,
      distanceMetres,
    })),
    meant: meant ?? null,
  };
}

/** Accepted, to be checked again at night: but no text that can't be an id, and no country that the method doesn't go to. */
function judgeUnchecked(id: string, verdict: Verdict, needs: PointNeeds | null): Verdict {
  const [, country] = ID.exec(id) ?? [];
  if (country === undefined)
    return { ...verdict, mayAccept: false, problem: 'mistyped', message: 'There is no such pick-up point.' };
  if (needs && needs.countries.length > 0 && !needs.countries.includes(country))
    return {
      ...verdict,
      mayAccept: false,
      problem: 'country',
      message: 'Parcels aren’t sent to this pick-up point’s country.',
    };
  const point = verdict.point ?? { ...NOTHING_KNOWN, id, name: id, lines: [id], countryCode: country };
  return { ...verdict, problem: 'unchecked', point };
}

const NOTHING_KNOWN = {
  company: '',
  streetLine1: '',
  streetLine2: '',
  postalCode: '',
  city: '',
  latitude: null,
  longitude: null,
};

const store = ({ id, name, lines, latitude, longitude, address }: Summary): PickupPoint => ({
  id,
  name,
  lines: lines.length > 0 ? lines : [id],
  ...address,
  latitude,
  longitude,
});
