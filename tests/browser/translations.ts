import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import languages from '../../packages/languages/languages.json' with { type: 'json' };

const FOLDER = join(import.meta.dirname, '../../src/lib/i18n/messages');

const readMessages = (folder: string, language: string) =>
  JSON.parse(readFileSync(join(FOLDER, folder, `${language}.json`), 'utf8')) as Record<string, unknown>;

/** The texts of a message in all languages, the English one first. @param folder of its file, below messages */
function listTranslations(folder: string, key: string): string[] {
  const others = languages.complete.filter((language) => language !== 'en');
  return ['en', ...others].map((language) => String(readMessages(folder, language)[key]));
}

/** Placeholders of search fields, each in all languages, the English one first. */
export const PLACEHOLDERS: readonly (readonly string[])[] = [
  listTranslations('', 'find_placeholder'),
  listTranslations('broker/parcels', 'parcels_search'),
];

const STATES = languages.complete.flatMap((language) =>
  Object.entries({ ...readMessages('broker', language), ...readMessages('states', language) }).flatMap(
    ([key, text]) => (/^(?:state|track)_/.test(key) ? [String(text)] : []),
  ),
);

/** The three longest words for a parcel's state, of all languages. */
export const LONGEST_STATES: readonly string[] = STATES.toSorted((a, b) => b.length - a.length).slice(0, 3);
