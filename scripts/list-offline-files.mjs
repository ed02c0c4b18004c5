/** Files of the app that the locator's page names itself. */
const NAMED = /_app\/immutable\/(?:entry|nodes)\/[\w.-]+\.js/g;
const SENTENCES = /i18n\/compiled\/(?:later\/)?messages\/(\w+)\.js$/;

/**
 * Finds all files that the locator may need: what its page names, what that imports, sooner or later, and their styles. Pages of other
 * areas, which the app's entry would import, are none of them; nor are languages, of which a visitor needs one.
 * @param {string} page mark-up of the locator
 * @param {Record<string, { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[]; css?: string[] }>} manifest Vite's
 */
export function listOfflineFiles(page, manifest) {
  /** @type {Record<string, string[]>} */
  const languages = {};
  for (const [source, { file }] of Object.entries(manifest)) {
    const language = SENTENCES.exec(source)?.[1];
    if (language !== undefined) (languages[language] ??= []).push(`/${file}`);
  }
  const named = new Set(page.match(NAMED));
  /** @type {Set<string>} */
  const files = new Set();
  const waiting = Object.keys(manifest).filter((key) => named.has(manifest[key]?.file ?? ''));
  const followed = new Set(waiting);
  for (const key of waiting) {
    const { file, imports = [], dynamicImports = [], css = [] } = manifest[key] ?? { file: '' };
    for (const each of [file, ...css]) files.add(`/${each}`);
    for (const next of [...imports, ...dynamicImports]) {
      // Entries are what the page names, or other pages.
      if (followed.has(next) || SENTENCES.test(next) || manifest[next]?.isEntry === true) continue;
      followed.add(next);
      waiting.push(next);
    }
  }
  return { files: [...files], languages };
}
