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
export type Suits = 'yes' | 'no' | 'unknown';

/** Why a point doesn't suit, or why that can't be known. */
export interface Reason {
  rule: OpeningRule | 'shop' | 'excluded' | 'type' | 'locationType' | 'country' | 'capability';
  suits: 'no' | 'unknown';
  /** The shop's own words, or the capability that is asked for; otherwise empty. */
  value: string;
}

export interface Judgement {
  /** `no` when one rule says so, else `unknown` when one can't be answered. */
  suits: Suits;
  /** What says no first. */
  reasons: readonly Reason[];
}

interface Verdict {
  rule: Reason['rule'];
  suits: Suits;
  value?: string;
}

const EVENING_MINUTE = 18 * 60;
const LAST_MINUTE = DAY_MINUTES - 1;
const WORKDAYS = WEEKDAYS.slice(0, 5);

/**
 * Whether a point is what the shopper asks for and the shop offers.
 * @param at the moment for "open now"
 */
export function judge(
  details: PointDetails,
  rules: PointRules,
  at: Date,
  allowed: AllowedPoints = {},
): Judgement {
  const filter = toPointFilter(rules, allowed);
  const refusal = findShopWords(details, allowed.filter?.rules, 'reason');
  const verdicts: Verdict[] = [
    { rule: 'shop', suits: refusal === null ? 'yes' : 'no', value: refusal ?? '' },
    { rule: 'excluded', suits: allowed.excludeIds?.includes(details.id) ? 'no' : 'yes' },
    { rule: 'type', suits: judgeValue(details.type, filter?.types) },
    { rule: 'locationType', suits: judgeValue(details.locationType, filter?.locationTypes) },
    { rule: 'country', suits: judgeValue(details.country, filter?.countries) },
    ...openingRulesOf(rules, allowed).map((rule) => ({ rule, suits: judgeOpening(details, rule, at) })),
    ...capabilitiesOf(rules, allowed).map((value) => ({
      rule: 'capability' as const,
      suits: judgeCapability(details, value),
      value,
    })),
  ];
  const told = (wanted: Reason['suits']) =>
    verdicts.flatMap(({ rule, suits, value = '' }) => (suits === wanted ? [{ rule, suits, value }] : []));
  const reasons: Reason[] = [...told('no'), ...told('unknown')];
  return { suits: reasons[0]?.suits ?? 'yes', reasons };
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

function judgeValue(value: string, wanted: readonly string[] | undefined): Suits {
  if (wanted === undefined || wanted.includes(value)) return 'yes';
  return value === '' && wanted.length > 0 ? 'unknown' : 'no';
}

/** An empty list of capabilities is what a platform writes that doesn't keep any. */
function judgeCapability({ capabilities }: PointDetails, name: string): Suits {
  if (capabilities.includes(name)) return 'yes';
  return capabilities.length === 0 ? 'unknown' : 'no';
}

function judgeOpening(details: PointDetails, rule: OpeningRule, at: Date): Suits {
  switch (rule) {
    case 'openNow':
      return suitsIf(isOpenAt(details, at, timeZoneOf(details)));
    case 'openSaturday':
      return suitsIf(opensOn(details, 'saturday'));
    case 'openSunday':
      return suitsIf(opensOn(details, 'sunday'));
    case 'openAfter18':
      return worst(WORKDAYS.map((day) => suitsIf(opensOn(details, day, EVENING_MINUTE))));
    case 'roundTheClock':
      return judgeRoundTheClock(details);
  }
}

function judgeRoundTheClock(details: PointDetails): Suits {
  const week = readOpenWeek(details);
  if (week?.always === true) return 'yes';
  if (details.roundTheClock === false) return 'no';
  if (week === null) return 'unknown';
  // A day that isn't told may reach into the next one's morning, but not into another's last minute.
  if (WEEKDAYS.some((day) => opensOn(details, day, LAST_MINUTE) === 'closed')) return 'no';
  return week.unknown.size > 0 ? 'unknown' : 'no';
}

function suitsIf(openness: Openness): Suits {
  return openness === 'open' ? 'yes' : openness === 'closed' ? 'no' : 'unknown';
}

function worst(all: readonly Suits[]): Suits {
  return all.includes('no') ? 'no' : all.includes('unknown') ? 'unknown' : 'yes';
}
