/**
 * Chooses the shopper's language, and asks for its file together with the app's code: the address's `?language=` (in a shop's frame
 * `#language=`), else the browser's; English where there is none of these.
 */
export function askForLanguage(): void {
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
