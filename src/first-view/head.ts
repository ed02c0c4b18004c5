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

/** Asks where the parcels of a link are; the page takes the answer (src/lib/parcel/ParcelPage.svelte). */
function preloadParcels({ pathname, hash }: Location): void {
  // In a shop's frame, the number is the last of several parameters.
  const numbers = /^#(?:.*&number=)?([A-Za-z0-9,]{8,})$/.exec(hash)?.[1];
  if (pathname !== '/parcel' || numbers === undefined || document.hidden) return;
  const answer = fetch(`/api/parcels?numbers=${numbers}`);
  answer.catch(() => {});
  window.droppointParcels = { hash: `#${numbers}`, answer };
}

/** Runs in the page's head, before the first paint: requests what the first view needs while the app's code is loading. */
hideNumbers(location, history);
preloadLanguage();
preloadParcels(location);
