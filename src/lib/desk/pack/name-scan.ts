import { nameRecipient } from '../parcel.ts';
import { nameReference } from '../parcels/parcel-row.ts';
import type { ScanOutcome } from './resolve-scan.ts';

/** Names what was scanned: the order and the recipient, or the order of several parcels, or the code. */
export function nameScan(outcome: ScanOutcome): string {
  if (outcome.kind === 'unknown') return outcome.code;
  if (outcome.kind === 'several') return nameReference(outcome.parcels[0]!);
  const { parcel } = outcome;
  return [nameReference(parcel), nameRecipient(parcel)].filter(Boolean).join(' · ');
}
