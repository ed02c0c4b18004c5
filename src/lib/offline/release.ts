/** The release that this worker was built with. Defined by scripts/build-offline.mjs. */
declare const __OFFLINE_RELEASE__: {
  /** Differs between builds with different files. */
  name: string;
  /** Addresses of all files that the locator may need, except those of languages. */
  files: string[];
  /** The files of each language. */
  languages: Record<string, string[]>;
};
const { name, files, languages } = __OFFLINE_RELEASE__;

const PREFIX = 'droppoint-release-';
const PAGE = '/';
/** A marker in the cache: the site has served a page of another release. */
const SUPERSEDED = '/superseded';
const ENTRIES = files.filter((file) => file.includes('/entry/'));
const LANGUAGE_FILES = new Set(Object.values(languages).flat());

export const RELEASE = `${PREFIX}${name}`;

const open = () => caches.open(RELEASE);

/** Whether a page is of this release: its entry files have hashes in their names. */
function isOwnPage(html: string): boolean {
  return ENTRIES.every((file) => html.includes(file.slice(1)));
}

/**
 * Chooses the languages as src/first-view/head.ts and hooks.client.ts do, including English as the
 * fallback.
 */
function chooseLanguageFiles(): string[] {
  const preferred = navigator.languages
    .map((tag) => tag.toLowerCase().split('-')[0]!)
    .find((language) => Object.hasOwn(languages, language));
  return [...new Set([preferred ?? 'en', 'en'].flatMap((language) => languages[language] ?? []))];
}

/**
 * Caches the page with all its files, or nothing. Most of them are in the browser's own cache by then.
 * @throws Error if a file is missing, or the page is of another release
 */
export async function cacheRelease(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-cache' });
  if (!page.ok || !isOwnPage(await page.clone().text()))
    throw new Error('The site serves another release than this worker’s. Load the page again.');
  const cache = await open();
  await cache.addAll(
    [...files, ...chooseLanguageFiles()].map((file) => new Request(file, { priority: 'low' })),
  );
  await cache.put(PAGE, page);
}

export const findPage = async () => (await open()).match(PAGE);

/** Records whether the site's page is of this release: another's map tiles may have a format that this one can't read. */
export async function recordPage(response: Response): Promise<void> {
  if (!response.ok) return;
  const cache = await open();
  if (isOwnPage(await response.text())) await cache.delete(SUPERSEDED);
  else await cache.put(SUPERSEDED, new Response());
}

export const isSuperseded = async () => (await (await open()).match(SUPERSEDED)) !== undefined;

/** Responds with a file of this release, else with the site's. Caches a requested language, which is part of the release. */
export async function respondWithFile(path: string, request: Request): Promise<Response> {
  const cache = await open();
  const copy = await cache.match(path, { ignoreVary: true });
  if (copy !== undefined) return copy;
  const response = await fetch(request);
  if (response.ok && LANGUAGE_FILES.has(path)) await cache.put(path, response.clone());
  return response;
}

/** Deletes the caches of all other releases. */
export async function deleteOthers(): Promise<void> {
  for (const cache of await caches.keys())
    if (cache.startsWith(PREFIX) && !cache.startsWith(RELEASE)) await caches.delete(cache);
}
