import type { PickerConfig } from '#contract/picker-config.ts';
import type { PointDetails } from '#contract/point-details.ts';
import { evaluate } from './evaluate-point.ts';
import { NO_RULES } from './point-rules.ts';

export type ShopFilter = PickerConfig['filter'];

/**
 * The reason for which a shop's filter rejects a point; null if it doesn't. Whether the point is
 * open now is irrelevant, since the parcel arrives on another day.
 */
export function findFilterError(
  details: PointDetails,
  filter: ShopFilter,
): { code: 'rule' | 'filter'; message: string } | null {
  if (filter === undefined) return null;
  const allowed = { filter: { ...filter, openNow: false } };
  const { matches, reasons } = evaluate(details, NO_RULES, new Date(), allowed);
  if (matches !== 'no') return null;
  const [reason] = reasons;
  return reason?.rule === 'shop'
    ? { code: 'rule', message: reason.value }
    : { code: 'filter', message: 'The filter leaves the point out.' };
}
