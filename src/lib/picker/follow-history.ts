import { pushState, replaceState } from '$app/navigation';
import { AddressBar, type AddressBarParts, type Entry } from './address-bar.ts';
import { readBrowsing, type Browsing } from './browsing.ts';
import type { MapPlace } from './map-view.svelte.ts';
import type { PickerState } from './picker.svelte.ts';
import { viewOfStart } from './start-view.ts';

/** Where the picker's state is written; see AddressBarParts. */
type Routing = Pick<AddressBarParts, 'push' | 'replace' | 'query'>;

/** The page's address, by SvelteKit's shallow routing. */
const ADDRESS: Routing = {
  push: (address, entry) => pushState(address, { ...entry }),
  replace: (address, entry) => replaceState(address, { ...entry }),
  query: () => new URLSearchParams(location.search),
};

/**
 * Connects a page's picker with the browser's history.
 * @param entry state of the history entry that the page is on
 * @param awaited see AddressBar
 */
export function followHistory(
  picker: PickerState,
  entry: Partial<Entry>,
  awaited: Entry | null,
  routing = ADDRESS,
): AddressBar {
  return new AddressBar(
    {
      ...routing,
      go: (entries) => history.go(entries),
      closeLayers: (layers) => picker.closeLayers(layers),
      reopen: (query) => void picker.reopen(readBrowsing(query)),
      place: () => picker.map.place,
      restore: (query, place) => restore(picker, readBrowsing(query), place),
    },
    entry,
    awaited,
  );
}

/**
 * Shows what another history entry describes; the filters stay as they are.
 * @param place where the map was; null if unknown, and then the address decides
 */
async function restore(picker: PickerState, browsing: Browsing, place: MapPlace | null): Promise<void> {
  const { map, points, search } = picker;
  picker.closeLayers(0);
  search.text = search.searched = browsing.text;
  search.note = '';
  const view = place?.view ?? browsing.view;
  const start = view ?? viewOfStart(picker.chooseStart(points.network, null));
  map.restore(place ?? { view: start, from: browsing.from, here: null, followsDevice: false });
  await picker.reopen({ ...browsing, view });
}
