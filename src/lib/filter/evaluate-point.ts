import { FILTER_DIMENSIONS, type DimensionField } from '../contract/filter-dimensions.ts';
import { type PointDetails } from '../contract/point-details.ts';
import { findShopWords } from '../contract/shop-rules.ts';
import { WEEKDAYS } from '../contract/weekday.ts';
import { isOpenAt, opensOn, type Openness } from '../hours/open-state.ts';
import { DAY_MINUTES, readOpenWeek } from '../hours/open-week.ts';
import { timeZoneOf } from '../hours/time-zone.ts';
import {
  OPENING_RULES,
  toPointFilter,
  type AllowedPoints,
  type OpeningRule,
  type PointRules,
} from './point-rules.ts';

/** Unknown is not "no": the platform doesn't tell. */
export type Match = 'yes' | 'no' | 'unknown';

/** Why a point doesn't suit, or why that can't be known. */
export interface Reason {
  rule: OpeningRule | DimensionField | 'shop' | 'excluded' | 'capability';
  matches: 'no' | 'unknown';
  /** The shop's own words, or the capability that is asked for; otherwise empty. */
  value: string;
}

export interface Evaluation {
  /** `no` when one rule says so, else `unknown` when one can't be answered. */
  matches: Match;
  /** What says no first. */
  reasons: readonly Reason[];
}

interface Verdict {
  rule: Reason['rule'];
  matches: Match;
  value?: string;
}

const EVENING_MINUTE = 18 * 60;
const LAST_MINUTE = DAY_MINUTES - 1;
const WORKDAYS = WEEKDAYS.slice(0, 5);

/**
 * Whether a point is what the shopper asks for and the shop offers.
 * @param at the moment for "open now"
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
  const reasonsWhere = (wanted: Reason['matches']) =>
    verdicts.flatMap(({ rule, matches, value = '' }) =>
      matches === wanted ? [{ rule, matches, value }] : [],
    );
  const reasons: Reason[] = [...reasonsWhere('no'), ...reasonsWhere('unknown')];
  return { matches: reasons[0]?.matches ?? 'yes', reasons };
}

/** Whether a rule is in force that only a point's own item can answer. */
export function asksItems(rules: PointRules, allowed: AllowedPoints = {}): boolean {
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

function matchValue(value: string, wanted: readonly string[] | undefined): Match {
  if (wanted === undefined || wanted.includes(value)) return 'yes';
  return value === '' && wanted.length > 0 ? 'unknown' : 'no';
}

/** An empty list of capabilities is what a platform writes that doesn't keep any. */
function matchCapability({ capabilities }: PointDetails, name: string): Match {
  if (capabilities.includes(name)) return 'yes';
  return capabilities.length === 0 ? 'unknown' : 'no';
}

function matchOpening(details: PointDetails, rule: OpeningRule, at: Date): Match {
  switch (rule) {
    case 'openNow':
      return matchOf(isOpenAt(details, at, timeZoneOf(details)));
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
  const week = readOpenWeek(details);
  if (week?.always === true) return 'yes';
  if (details.roundTheClock === false) return 'no';
  if (week === null) return 'unknown';
  // A day that isn't reasonsWhere may reach into the next one's morning, but not into another's last minute.
  if (WEEKDAYS.some((day) => opensOn(details, day, LAST_MINUTE) === 'closed')) return 'no';
  return week.unknown.size > 0 ? 'unknown' : 'no';
}

function matchOf(openness: Openness): Match {
  return openness === 'open' ? 'yes' : openness === 'closed' ? 'no' : 'unknown';
}

function worst(all: readonly Match[]): Match {
  return all.includes('no') ? 'no' : all.includes('unknown') ? 'unknown' : 'yes';
}
