import { BLOCK_TABLE, MANIFEST, SNAPSHOT_FOLDER } from '../lib/snapshot-format/layout.ts';
import type { SnapshotManifest } from '../lib/snapshot-format/manifest.ts';
import { drawFirstPins } from './first-pins.ts';

/**
 * Chooses the shopper's language, and asks for its file together with the app's code: the address's `?language=` (in a shop's frame
 * `#language=`), else the browser's; English where there is none of these.
 */
function askForLanguage(): void {
  const written = document.querySelector<HTMLMetaElement>('meta[name=languages]')!.content;
  const files = JSON.parse(written) as Readonly<Record<string, string>>;
  const asked = [location.search, location.hash.slice(1)].flatMap((part) =>
    new URLSearchParams(part).getAll('language'),
  );
  const language =
    [...asked, ...navigator.languages]
      .map((tag) => tag.toLowerCase().split('-')[0]!)
      .find((primary) => Object.hasOwn(files, primary)) ?? 'en';
  window.droppointLanguage = language;
  const file = files[language];
  // While developing, no file has a lasting name.
  if (!file) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}

/**
 * Asks for the manifest of the published network and for the block of points in the middle of the view that the address names, and draws
 * these as dots, while the code of the map is still on its way. The app takes up the manifest, finds the block in the browser's cache,
 * and puts its own pins in place of the dots (PickerMap.svelte).
 */
function askAhead(): void {
  const embedded = location.pathname !== '/';
  const query = new URLSearchParams(embedded ? location.hash.slice(1) : location.search);
  // The picker in a frame waits for its shop, whose origin must be on this list.
  if (embedded) window.droppointHosts = ask('/api/embed');
  // The shop's page shows the frame once it knows that no browser's error stands in it.
  const origin = query.get('origin');
  if (embedded && parent !== window && origin !== null && URL.canParse(origin))
    parent.postMessage({ droppoint: 1, type: 'here' }, origin);
  window.droppointManifest = ask(SNAPSHOT_FOLDER + MANIFEST);
  window.droppointManifest
    .then(async (answer) => {
      const { version, squares } = answer as SnapshotManifest;
      const folder = `${SNAPSHOT_FOLDER}${version}/`;
      await drawFirstPins(folder, squares, {
        latitude: Number(query.get('latitude')),
        longitude: Number(query.get('longitude')),
        zoom: Number(query.get('zoom')),
      });
      // The app's first question; it finds the answer in the browser's cache.
      await fetch(folder + BLOCK_TABLE);
    })
    // It was only a head start: the app says what is wrong.
    .catch(() => {});
}

const ask = (address: string): Promise<unknown> =>
  fetch(address)
    .then((answer) => (answer.ok ? (answer.json() as unknown) : null))
    .catch(() => null);

/** Runs in the page's head, before anything of it is seen: asks for what the first view needs while the app's code is on its way. */
askForLanguage();
if (/^\/(embed)?$/.test(location.pathname)) askAhead();
