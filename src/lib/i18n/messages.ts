import type * as English from './compiled/messages/en.js';

type Message<Inputs> = object extends Inputs ? () => string : (inputs: Inputs) => string;

/** Every sentence the pages say, each a function of what it names; its text is in `messages/<language>.json`. */
export type Messages = {
  readonly [Key in keyof typeof English]: (typeof English)[Key] extends (inputs: infer Inputs) => unknown
    ? Message<Inputs>
    : never;
};

/** The languages there are, and how each is fetched. */
const LANGUAGES = {
  en: () => import('./compiled/messages/en.js'),
  pl: () => import('./compiled/messages/pl.js'),
  de: () => import('./compiled/messages/de.js'),
  fr: () => import('./compiled/messages/fr.js'),
  it: () => import('./compiled/messages/it.js'),
  es: () => import('./compiled/messages/es.js'),
  pt: () => import('./compiled/messages/pt.js'),
  nl: () => import('./compiled/messages/nl.js'),
  cs: () => import('./compiled/messages/cs.js'),
  uk: () => import('./compiled/messages/uk.js'),
};

export type Language = keyof typeof LANGUAGES;

/** The sentences of the language in force. Nothing may be said before `speak` has brought one. */
export let m: Messages;

/** The language in force, for `Intl` and the page's `lang`. */
export let language: Language = 'en';

/**
 * The first of the wanted languages that there is; English where there is none.
 * @param wanted BCP 47 tags, the most wanted first; of each only the language counts
 */
export function findLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0] ?? '';
    if (Object.hasOwn(LANGUAGES, primary)) return primary as Language;
  }
  return 'en';
}

/**
 * Fetches a language and puts it in force.
 * @throws the network's own error where it can't be fetched; the language before stays
 */
export async function speak(wanted: Language): Promise<void> {
  m = (await LANGUAGES[wanted]()) as Messages;
  language = wanted;
}
