import { BLOCK_TABLE, MANIFEST, SNAPSHOT_FOLDER } from '#network/snapshot-format/layout.ts';
import type { SnapshotManifest } from '#network/snapshot-format/manifest.ts';
import { drawFirstPins, fetchFile } from './first-pins.ts';
import './head.ts';

/**
 * Requests the manifest of the published network and the block of points in the middle of the URL's view, and draws these as dots
 * while the map's code is loading. The app uses the same manifest and files, and replaces the dots with its own pins (PickerMap.svelte).
 */
function preloadView(): void {
  const { pathname, hash, search } = location;
  const query = new URLSearchParams(pathname === '/' ? search : hash.slice(1));
  if (pathname === '/embed') greetShop(query.get('origin'));
  window.droppointManifest = fetchJson(SNAPSHOT_FOLDER + MANIFEST);
  window.droppointManifest
    .then(async (response) => {
      const { version, squares } = response as SnapshotManifest;
      const folder = `${SNAPSHOT_FOLDER}${version}/`;
      await drawFirstPins(folder, squares, {
        latitude: Number(query.get('latitude')),
        longitude: Number(query.get('longitude')),
        zoom: Number(query.get('zoom')),
      });
      // The app's first request.
      await fetchFile(folder + BLOCK_TABLE);
    })
    // Only a preload: the app reports errors.
    .catch(() => {});
}

/** @param origin the origin that the surrounding page claims to have */
function greetShop(origin: string | null): void {
  // The picker waits for the shop, whose origin must be on this list.
  window.droppointHosts = fetchJson('/api/embed');
  // The shop's page shows the frame once this message proves that it isn't a browser's error page.
  if (parent !== window && origin !== null && URL.canParse(origin))
    parent.postMessage({ droppoint: 1, type: 'here' }, origin);
}

const fetchJson = (address: string): Promise<unknown> =>
  fetch(address)
    .then((response) => (response.ok ? (response.json() as unknown) : null))
    .catch(() => null);

/** Runs in the head of the picker's pages, after the code for the head of every page. */
if (/^\/(choose|embed)?$/.test(location.pathname)) preloadView();
