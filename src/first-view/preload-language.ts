/**
 * Chooses the shopper's language and preloads its files in parallel with the app's code. The language is
 * the URL's `?language=` (in a shop's frame `#language=`), else the first supported one of the browser's,
 * else English.
 * @param isNeeded whether the page needs the file at this index in the language's list; default: all
 */
export function preloadLanguage(isNeeded = (_at: number) => true): void {
  const content = document.querySelector<HTMLMetaElement>('meta[name=languages]')!.content;
  /** Addresses by language, separated by spaces. In development, there are no built files. */
  const files = JSON.parse(content) as Readonly<Record<string, string>>;
  const requested = [location.search, location.hash.slice(1)].flatMap((part) =>
    new URLSearchParams(part).getAll('language'),
  );
  const language =
    [...requested, ...navigator.languages]
      .map((tag) => tag.toLowerCase().split('-')[0]!)
      .find((primary) => Object.hasOwn(files, primary)) ?? 'en';
  window.droppointLanguage = language;
  for (const [at, file] of (files[language] ?? '').split(' ').entries()) {
    if (file === '' || !isNeeded(at)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
}
