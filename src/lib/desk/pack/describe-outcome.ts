import { formatMinute } from '../../i18n/format.ts';
import type { Mark } from '../marks/mark.ts';
import { packing } from '../packing-messages.ts';
import type { OutcomeKind, ScanOutcome } from './resolve-scan.ts';

/** Describes the answer to a scan in a few words. @param mark of the answer's parcel */
export function describeOutcome(outcome: ScanOutcome, mark: Mark): string {
  switch (outcome.kind) {
    case 'packed':
      return packing.pack_packed();
    case 'already':
      return packing.pack_already({ time: formatTime(mark.packedMs ?? Date.now()) });
    case 'cancelled':
      return packing.pack_cancelled();
    case 'not_sent':
      return packing.pack_not_sent();
    case 'gone':
      return packing.pack_gone();
    case 'several':
      return packing.pack_several({ amount: outcome.parcels.length });
    case 'unknown':
      return packing.pack_unknown({ code: outcome.code });
  }
}

/** Says what to do next; empty: go on. */
export function describeNext(kind: OutcomeKind): string {
  switch (kind) {
    case 'packed':
      return '';
    case 'already':
      return packing.pack_already_next();
    case 'cancelled':
      return packing.pack_cancelled_next();
    case 'not_sent':
      return packing.pack_not_sent_next();
    case 'gone':
      return packing.pack_gone_next();
    case 'several':
      return packing.pack_several_next();
    case 'unknown':
      return packing.pack_unknown_next();
  }
}

function formatTime(ms: number): string {
  const date = new Date(ms);
  return formatMinute(date.getHours() * 60 + date.getMinutes());
}
