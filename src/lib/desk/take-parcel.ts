import { replaceState } from '$app/navigation';
import { page } from '$app/state';
import type { Desk } from './desk.svelte.ts';
import type { DeskParcel } from './parcel.ts';

/**
 * Returns the parcel that a screen was opened for, or null, and removes it from the history entry. So
 * going back to the screen shows what was typed since, and doesn't fill in the parcel again.
 */
export function takeParcel(desk: Desk): DeskParcel | null {
  const { parcelId } = page.state;
  if (parcelId === undefined) return null;
  replaceState('', {});
  return desk.find(parcelId);
}
