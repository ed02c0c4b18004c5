import type { DimensionField } from '#contract/filter-dimensions.ts';
import { formatList, formatMinute } from '../i18n/format.ts';
import { allMessages as m } from '../i18n/messages.ts';
import { nameCapability } from '../i18n/name-values.ts';
import { DIMENSION_WORDS } from './dimension-words.ts';
import type { Evaluation, Reason } from '#filter/evaluate-point.ts';
import { EVENING_MINUTE, type OpeningRule } from '#filter/point-rules.ts';

/** Texts for each opening rule: its name, and why a point doesn't match. */
const OPENING_WORDS: Readonly<Record<OpeningRule, { name: () => string; no: () => string }>> = {
  openNow: { name: () => m.filter_open_now(), no: () => m.filter_no_open_now() },
  roundTheClock: { name: () => m.filter_round_the_clock(), no: () => m.filter_no_round_the_clock() },
  openSaturday: { name: () => m.filter_open_saturday(), no: () => m.filter_no_open_saturday() },
  openSunday: { name: () => m.filter_open_sunday(), no: () => m.filter_no_open_sunday() },
  openAfter18: {
    name: () => m.filter_open_after({ time: formatMinute(EVENING_MINUTE) }),
    no: () => m.filter_no_open_after({ time: formatMinute(EVENING_MINUTE) }),
  },
};

export const nameOpeningRule = (rule: OpeningRule): string => OPENING_WORDS[rule].name();

/**
 * Explains why a point doesn't match, or which properties are unknown. Null for a point that
 * matches.
 */
export function explainEvaluation({ matches, reasons }: Evaluation): string | null {
  if (matches === 'yes') return null;
  const [first] = reasons;
  // Already a whole sentence, written by the shop.
  if (first?.rule === 'shop') return first.value;
  const words = reasons
    .filter((reason) => reason.matches === matches)
    .map(matches === 'no' ? describeMismatch : nameUnknown);
  // `formatList` removes duplicates: several rules may depend on the same unknown value.
  const listed = formatList(words);
  return matches === 'no' ? m.filter_why({ reasons: listed }) : m.filter_why_unknown({ reasons: listed });
}

function describeMismatch({ rule, value }: Reason): string {
  if (rule === 'shop') return value;
  if (rule === 'excluded') return m.filter_no_excluded();
  if (rule === 'capability') return m.filter_no_capability({ name: nameCapability(value) });
  return { ...OPENING_WORDS, ...DIMENSION_WORDS }[rule].no();
}

function nameUnknown({ rule }: Reason): string {
  if (rule in DIMENSION_WORDS) return DIMENSION_WORDS[rule as DimensionField].unknown();
  return rule === 'capability' ? m.filter_unknown_capability() : m.filter_unknown_hours();
}
