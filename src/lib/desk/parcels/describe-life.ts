import { formatCount } from '../../i18n/format.ts';
import { packing } from '../packing-messages.ts';
import { formatShortMoment } from './format-time.ts';
import type { ParcelRow } from './parcel-row.ts';

/** Describes the life of a label: not printed, printed at, printed again. Empty without a label. */
export function describeLife({ life, mark }: Pick<ParcelRow, 'life' | 'mark'>): string {
  const last = mark.printedMs.at(-1);
  if (life === null) return '';
  if (last === undefined) return packing.label_unprinted();
  const time = formatShortMoment(last);
  return life === 'printed' ? time : `${formatCount(mark.printedMs.length)} × ${time}`;
}
