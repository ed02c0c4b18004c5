import languages from '../src/lib/i18n/languages.json' with { type: 'json' };
import { foldName } from '../src/lib/snapshot-format/fold.ts';

/** The languages of the product; and of each country its own. */
const LANGUAGES = [...languages.complete, ...languages.partial].sort();
/** What people write that no list of names has. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  CZ: ['ČR', 'Česká republika', 'Czech Republic', 'Tschechische Republik'],
  GB: ['UK', 'Great Britain', 'Großbritannien', 'England', 'Scotland', 'Wales'],
  NL: ['Holland'],
  DE: ['BRD'],
};

/** `[folded name, country]` of the countries of a network (CLDR's names, of this Node.js), sorted; see docs/snapshot-format.md. */
export function makeCountryNames(
  countries: Iterable<string>,
): (readonly [folded: string, country: string])[] {
  const names = new Map<string, string>();
  for (const country of [...countries].filter((code) => /^[A-Z]{2}$/.test(code)).sort()) {
    const own = new Intl.Locale(`und-${country}`).maximize().language;
    for (const language of new Set([...LANGUAGES, own])) {
      const name = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(country);
      if (name !== undefined) names.set(foldName(name), country);
    }
    for (const name of SHORT_NAMES[country] ?? []) names.set(foldName(name), country);
  }
  return [...names].sort(([a], [b]) => (a < b ? -1 : 1));
}
