import type { ParcelState } from '#platform/parcel-state.ts';
import type { DeskParcel, SendingState } from '../parcel.ts';

/**
 * The state shown for a parcel: its sending state until it is sent, `sent` until the first event, then
 * the state of its events.
 */
export type ParcelKind = SendingState | ParcelState;

/** Sorted by urgency: states that need the user's attention come first. */
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

export const parcelKind = ({ state, tracking }: DeskParcel): ParcelKind =>
  state === 'sent' ? (tracking?.state ?? 'sent') : state;
