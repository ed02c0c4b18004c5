/** The release that this worker was built with. Put here by scripts/build-offline.mjs. */
declare const __OFFLINE_RELEASE__: {
  /** Another one for every build whose files differ. */
  name: string;
  /** Addresses of all that the locator may need, but for its languages. */
  files: string[];
  /** The files of each language. */
  languages: Record<string, string[]>;
};
const { name, files, languages } = __OFFLINE_RELEASE__;

const PREFIX = 'droppoint-release-';
const PAGE = '/';
/** Stands in the cache once the site has shown a page of another release. */
const SUPERSEDED = '/superseded';
const ENTRIES = files.filter((file) => file.includes('/entry/'));
const LANGUAGE_FILES = new Set(Object.values(languages).flat());

export const RELEASE = `${PREFIX}${name}`;

const open = () => caches.open(RELEASE);

/** A page names the files that it begins with, and these the others: whose page it is, these two tell. */
function isOwnPage(html: string): boolean {
  return ENTRIES.every((file) => html.includes(file.slice(1)));
}

/** As hooks.client.ts chooses, which falls back to English. */
function chooseLanguageFiles(): string[] {
  const wanted = navigator.languages
    .map((tag) => tag.toLowerCase().split('-')[0]!)
    .find((language) => Object.hasOwn(languages, language));
  return [...new Set([wanted ?? 'en', 'en'].flatMap((language) => languages[language] ?? []))];
}

/**
 * Keeps the page and all its files, or nothing of it. Most of them are in the browser's own cache by now.
 * @throws when a file is missing, or the page is another release's
 */
export async function keepRelease(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-cache' });
  if (!page.ok || !isOwnPage(await page.clone().text()))
    throw new Error('The site shows another release than this worker’s.');
  const cache = await open();
  await cache.addAll(
    [...files, ...chooseLanguageFiles()].map((file) => new Request(file, { priority: 'low' })),
  );
  await cache.put(PAGE, page);
}

export const findPage = async () => (await open()).match(PAGE);

/** Takes notice of the page that the site shows: another release's page may bring files that this one can't read. */
export async function noticePage(answer: Response): Promise<void> {
  if (!answer.ok) return;
  const cache = await open();
  if (isOwnPage(await answer.text())) await cache.delete(SUPERSEDED);
  else await cache.put(SUPERSEDED, new Response());
}

export const isSuperseded = async () => (await (await open()).match(SUPERSEDED)) !== undefined;

/** Answers with a file of this release, or else the site's. A language that is asked for is kept too: it is part of the release. */
export async function answerFile(path: string, request: Request): Promise<Response> {
  const cache = await open();
  const copy = await cache.match(path, { ignoreVary: true });
  if (copy !== undefined) return copy;
  const answer = await fetch(request);
  if (answer.ok && LANGUAGE_FILES.has(path)) await cache.put(path, answer.clone());
  return answer;
}

/** Forgets all releases but this one. */
export async function forgetOthers(): Promise<void> {
  for (const cache of await caches.keys())
    if (cache.startsWith(PREFIX) && !cache.startsWith(RELEASE)) await caches.delete(cache);
}
