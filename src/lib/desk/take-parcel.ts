import { replaceState } from '$app/navigation';
import { page } from '$app/state';
import type { Desk } from './desk.svelte.ts';
import type { DeskParcel } from './parcel.ts';

/**
 * The parcel that a screen was opened for; null: none. Taken once: Back to the screen then finds what was typed since, and not the parcel over
 * it again.
 */
export function takeParcel(desk: Desk): DeskParcel | null {
  const { parcelId } = page.state;
  if (parcelId === undefined) return null;
  replaceState('', {});
  return desk.find(parcelId);
}
