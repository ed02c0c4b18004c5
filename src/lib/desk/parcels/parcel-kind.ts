import type { ParcelState } from '#platform/parcel-state.ts';
import type { DeskParcel, SendingState } from '../parcel.ts';

/** What is told of a parcel: while it isn't sent, its sending state; then what its events say; `sent` before the first. */
export type ParcelKind = SendingState | ParcelState;

/** In the order in which people work them off: what needs them first. */
export const KINDS: readonly ParcelKind[] = [
  'refused',
  'unknown',
  'draft',
  'sending',
  'sent',
  'registered',
  'on_its_way',
  'ready',
  'problem',
  'returning',
  'returned',
  'cancelled',
  'delivered',
];

export const kindOf = ({ state, tracking }: DeskParcel): ParcelKind =>
  state === 'sent' ? (tracking?.state ?? 'sent') : state;
