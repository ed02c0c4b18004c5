import type { DimensionField } from '../contract/filter-dimensions.ts';
import { formatList, formatMinute } from '../i18n/format.ts';
import { allMessages as m } from '../i18n/messages.ts';
import { nameCapability } from '../i18n/name-values.ts';
import { DIMENSION_WORDS } from './dimension-words.ts';
import type { Evaluation, Reason } from './evaluate-point.ts';
import type { OpeningRule } from './point-rules.ts';

const EVENING = 18 * 60;

/** An opening rule as it is offered. */
export function nameOpeningRule(rule: OpeningRule): string {
  switch (rule) {
    case 'openNow':
      return m.filter_open_now();
    case 'roundTheClock':
      return m.filter_round_the_clock();
    case 'openSaturday':
      return m.filter_open_saturday();
    case 'openSunday':
      return m.filter_open_sunday();
    case 'openAfter18':
      return m.filter_open_after({ time: formatMinute(EVENING) });
  }
}

/** Why a point doesn't suit; where nothing says no, what isn't known of it. Null for one that suits. */
export function explainEvaluation({ matches, reasons }: Evaluation): string | null {
  if (matches === 'yes') return null;
  const [first] = reasons;
  // A whole sentence of the shop's.
  if (first?.rule === 'shop') return first.value;
  const words = reasons
    .filter((reason) => reason.matches === matches)
    .map(matches === 'no' ? sayNo : nameUnknown);
  // Several rules may ask for the same thing that isn't known.
  const listed = formatList(words);
  return matches === 'no' ? m.filter_why({ reasons: listed }) : m.filter_why_unknown({ reasons: listed });
}

function sayNo({ rule, value }: Reason): string {
  switch (rule) {
    case 'shop':
      return value;
    case 'excluded':
      return m.filter_no_excluded();
    case 'capability':
      return m.filter_no_capability({ name: nameCapability(value) });
    case 'openNow':
      return m.filter_no_open_now();
    case 'roundTheClock':
      return m.filter_no_round_the_clock();
    case 'openSaturday':
      return m.filter_no_open_saturday();
    case 'openSunday':
      return m.filter_no_open_sunday();
    case 'openAfter18':
      return m.filter_no_open_after({ time: formatMinute(EVENING) });
    default:
      return DIMENSION_WORDS[rule].no();
  }
}

function nameUnknown({ rule }: Reason): string {
  if (rule in DIMENSION_WORDS) return DIMENSION_WORDS[rule as DimensionField].unknown();
  return rule === 'capability' ? m.filter_unknown_capability() : m.filter_unknown_hours();
}
