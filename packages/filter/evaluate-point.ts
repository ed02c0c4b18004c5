import { FILTER_DIMENSIONS, type DimensionField } from '#contract/filter-dimensions.ts';
import { type PointDetails } from '#contract/point-details.ts';
import { findShopWords } from '#contract/shop-words.ts';
import { WEEKDAYS } from '#contract/weekday.ts';
import { opensOn, readOpenState, type Openness } from '#network/hours/open-state.ts';
import { isOpenRoundTheClock } from '#contract/open-week.ts';
import { timeZoneOf } from '#network/hours/time-zone.ts';
import {
  EVENING_MINUTE,
  NO_RULES,
  OPENING_RULES,
  toPointFilter,
  type AllowedPoints,
  type OpeningRule,
  type PointRules,
} from './point-rules.ts';

/** `unknown` is not "no": the platform doesn't provide the value. */
export type Match = 'yes' | 'no' | 'unknown';

/** Why a point doesn't match, or why that is unknown. */
export interface Reason {
  rule: OpeningRule | DimensionField | 'shop' | 'excluded' | 'capability';
  matches: 'no' | 'unknown';
  /** The shop's own text, or the requested capability; otherwise empty. */
  value: string;
}

export interface Evaluation {
  /** `no` if any rule fails, else `unknown` if any rule can't be evaluated. */
  matches: Match;
  /** Reasons with `no` first. */
  reasons: readonly Reason[];
}

interface Verdict {
  rule: Reason['rule'];
  matches: Match;
  value?: string;
}

const WORKDAYS = WEEKDAYS.slice(0, 5);

/**
 * Evaluates whether a point matches the shopper's rules and the shop's offer.
 * @param at the time for "open now"
 */
export function evaluate(
  details: PointDetails,
  rules: PointRules,
  at: Date,
  allowed: AllowedPoints = {},
): Evaluation {
  const filter = toPointFilter(rules, allowed);
  const refusal = findShopWords(details, allowed.filter?.rules, 'reason');
  const verdicts: Verdict[] = [
    { rule: 'shop', matches: refusal === null ? 'yes' : 'no', value: refusal ?? '' },
    { rule: 'excluded', matches: allowed.excludeIds?.includes(details.id) ? 'no' : 'yes' },
    ...FILTER_DIMENSIONS.map(({ field, list }) => ({
      rule: field,
      matches: matchValue(details[field], filter?.[list]),
    })),
    ...openingRulesOf(rules, allowed).map((rule) => ({ rule, matches: matchOpening(details, rule, at) })),
    ...capabilitiesOf(rules, allowed).map((value) => ({
      rule: 'capability' as const,
      matches: matchCapability(details, value),
      value,
    })),
  ];
  const reasonsWhere = (outcome: Reason['matches']) =>
    verdicts.flatMap(({ rule, matches, value = '' }) =>
      matches === outcome ? [{ rule, matches, value }] : [],
    );
  const reasons: Reason[] = [...reasonsWhere('no'), ...reasonsWhere('unknown')];
  return { matches: reasons[0]?.matches ?? 'yes', reasons };
}

/** Whether the shop's own conditions rule a point out, whatever the shopper filters by. */
export function isRefused(details: PointDetails, allowed: AllowedPoints): boolean {
  return evaluate(details, NO_RULES, new Date(), allowed).matches === 'no';
}

/** Whether any active rule needs the point's own item. */
export function needsItems(rules: PointRules, allowed: AllowedPoints = {}): boolean {
  return (
    openingRulesOf(rules, allowed).length > 0 ||
    capabilitiesOf(rules, allowed).length > 0 ||
    (allowed.filter?.rules?.some(({ reason }) => reason) ?? false)
  );
}

function openingRulesOf(rules: PointRules, { filter }: AllowedPoints): OpeningRule[] {
  return OPENING_RULES.filter((rule) => rules[rule] || filter?.[rule] === true);
}

function capabilitiesOf(rules: PointRules, { filter }: AllowedPoints): string[] {
  return [...new Set([...rules.capabilities, ...(filter?.capabilities ?? [])])];
}

function matchValue(value: string, allowedValues: readonly string[] | undefined): Match {
  if (allowedValues === undefined || allowedValues.includes(value)) return 'yes';
  return value === '' && allowedValues.length > 0 ? 'unknown' : 'no';
}

/** An empty list of capabilities means unknown: a platform that doesn't record capabilities sends it. */
function matchCapability({ capabilities }: PointDetails, name: string): Match {
  if (capabilities.includes(name)) return 'yes';
  return capabilities.length === 0 ? 'unknown' : 'no';
}

function matchOpening(details: PointDetails, rule: OpeningRule, at: Date): Match {
  switch (rule) {
    case 'openNow':
      return matchOf(readOpenState(details, at, timeZoneOf(details)).state);
    case 'openSaturday':
      return matchOf(opensOn(details, 'saturday'));
    case 'openSunday':
      return matchOf(opensOn(details, 'sunday'));
    case 'openAfter18':
      return worst(WORKDAYS.map((day) => matchOf(opensOn(details, day, EVENING_MINUTE))));
    case 'roundTheClock':
      return matchRoundTheClock(details);
  }
}

function matchRoundTheClock(details: PointDetails): Match {
  const open = isOpenRoundTheClock(details);
  return open === null ? 'unknown' : open ? 'yes' : 'no';
}

function matchOf(openness: Openness): Match {
  return openness === 'open' ? 'yes' : openness === 'closed' ? 'no' : 'unknown';
}

function worst(all: readonly Match[]): Match {
  return all.includes('no') ? 'no' : all.includes('unknown') ? 'unknown' : 'yes';
}
