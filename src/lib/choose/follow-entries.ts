import { pushState, replaceState } from '$app/navigation';
import { page as route } from '$app/state';
import type { AddressBar, Entry } from '../picker/address-bar.ts';
import { followHistory } from '../picker/follow-history.ts';
import type { PickerState } from '../picker/picker.svelte.ts';

/** State of a history entry. */
export type ChooseEntry = { search?: number; layers?: number; browsing?: string };

/**
 * Connects a picker with the browser's history. The address keeps the shop's fragment; what the locator has
 * in its address is in the entries' state.
 * @param entry state of the history entry that the page is on
 * @param awaited see AddressBar
 * @param below number of layers in the entries that are below the picker, and aren't its own
 */
export function followEntries(
  picker: PickerState,
  entry: ChooseEntry,
  awaited: Entry | null,
  below = 0,
): AddressBar {
  let browsing = entry.browsing ?? '';
  const write = (put: typeof pushState) => (address: string, state: ChooseEntry) => {
    browsing = address;
    put(location.href, { ...state, layers: (state.layers ?? 0) + below, browsing });
  };
  return followHistory(picker, withoutBelow(entry, below), awaited, {
    push: write(pushState),
    replace: write(replaceState),
    query: () => new URLSearchParams(route.state.browsing ?? browsing),
  });
}

/** An entry as the picker knows it. */
export const withoutBelow = (entry: ChooseEntry, below: number): ChooseEntry => ({
  ...entry,
  layers: (entry.layers ?? 0) - below,
});
