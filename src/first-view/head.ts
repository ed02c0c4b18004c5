import { BLOCK_TABLE, MANIFEST, SNAPSHOT_FOLDER } from '../lib/snapshot-format/layout.ts';
import type { SnapshotManifest } from '../lib/snapshot-format/manifest.ts';
import { drawFirstPins } from './first-pins.ts';
import { hideNumbers } from './hide-numbers.ts';

/**
 * Chooses the shopper's language and preloads its file in parallel with the app's code. The language is the URL's `?language=`
 * (in a shop's frame `#language=`), else the first supported one of the browser's, else English.
 */
function preloadLanguage(): void {
  const written = document.querySelector<HTMLMetaElement>('meta[name=languages]')!.content;
  const files = JSON.parse(written) as Readonly<Record<string, string>>;
  const requested = [location.search, location.hash.slice(1)].flatMap((part) =>
    new URLSearchParams(part).getAll('language'),
  );
  const language =
    [...requested, ...navigator.languages]
      .map((tag) => tag.toLowerCase().split('-')[0]!)
      .find((primary) => Object.hasOwn(files, primary)) ?? 'en';
  window.droppointLanguage = language;
  const file = files[language];
  // In development, there is no built file.
  if (!file) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}

/**
 * Requests the manifest of the published network and the block of points in the middle of the URL's view, and draws these as dots
 * while the map's code is loading. The app uses the same manifest, finds the block in the browser's cache, and replaces the dots
 * with its own pins (PickerMap.svelte).
 */
function preloadView(): void {
  const embedded = location.pathname !== '/';
  const query = new URLSearchParams(embedded ? location.hash.slice(1) : location.search);
  // In a frame the picker waits for the shop, whose origin must be on this list.
  if (embedded) window.droppointHosts = fetchJson('/api/embed');
  // The shop's page shows the frame once this message proves that it isn't a browser's error page.
  const origin = query.get('origin');
  if (embedded && parent !== window && origin !== null && URL.canParse(origin))
    parent.postMessage({ droppoint: 1, type: 'here' }, origin);
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
      // The app's first request; it will find the response in the browser's cache.
      await fetch(folder + BLOCK_TABLE);
    })
    // Only a preload: the app reports errors.
    .catch(() => {});
}

/** Asks where the parcels of a link are; the page takes the answer (src/lib/parcel/ParcelPage.svelte). */
function preloadParcels({ pathname, hash }: Location): void {
  if (pathname !== '/parcel' || !/^#[A-Za-z0-9,]{8,}$/.test(hash) || document.hidden) return;
  const answer = fetch(`/api/parcels?numbers=${hash.slice(1)}`);
  answer.catch(() => {});
  window.droppointParcels = { hash, answer };
}

const fetchJson = (address: string): Promise<unknown> =>
  fetch(address)
    .then((response) => (response.ok ? (response.json() as unknown) : null))
    .catch(() => null);

/** Runs in the page's head, before the first paint: requests what the first view needs while the app's code is loading. */
hideNumbers(location, history);
preloadLanguage();
preloadParcels(location);
if (/^\/(embed)?$/.test(location.pathname)) preloadView();
