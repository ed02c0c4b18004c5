import { m } from '../../broker/messages.ts';
import { SENDING_STATES, type SendingState } from '../parcel.ts';
import { KINDS, type ParcelKind } from './parcel-kind.ts';

const isSendingState = (kind: ParcelKind): kind is SendingState =>
  SENDING_STATES.some((state) => state === kind);

/** Describes a parcel's state. A state that another version wrote is shown as it is. */
export function describeKind(kind: ParcelKind): string {
  if (!KINDS.includes(kind)) return kind;
  return isSendingState(kind) ? m[`state_${kind}`]() : m[`track_${kind}`]();
}
