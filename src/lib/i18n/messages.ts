import type * as English from './compiled/messages/en.js';
import { number } from './formatters.ts';

type Message<Inputs> = object extends Inputs ? () => string : (inputs: Inputs) => string;

/** Sentences, each a function of what it names. */
export type MessagesOf<Module> = {
  readonly [Key in keyof Module]: Module[Key] extends (inputs: infer Inputs) => unknown
    ? Message<Inputs>
    : never;
};

/** Every sentence the pages say; its text is in `messages/<language>.json`. What only brokers read is in broker-messages.ts. */
export type Messages = MessagesOf<typeof English>;

/** The languages there are, and how each is fetched. */
export const LANGUAGES = {
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

/** The same as they are in the language's file. */
let sentences: Messages;

/** Texts of a shop in place of ours, by their keys. */
let overrides: Readonly<Record<string, string>> = {};

/**
 * Fetches a language and puts it in force. What is on the screen already stays in the old one until it is rendered anew.
 * @throws the network's own error where it can't be fetched; the language before stays
 */
export async function speak(wanted: Language): Promise<void> {
  sentences = (await LANGUAGES[wanted]()) as unknown as Messages;
  m = override(sentences);
  language = wanted;
}

/**
 * Puts a shop's own texts in place of ours, in this language and every later one; called again, it takes the earlier ones back.
 * @param texts plain texts with `{inputs}` by key; keys that don't exist are passed over
 */
export function overrideMessages(texts: Readonly<Record<string, string>>): void {
  overrides = texts;
  m = override(sentences);
}

function override(ours: Messages): Messages {
  const own = Object.entries(overrides)
    .filter(([key]) => Object.hasOwn(ours, key))
    .map(([key, text]) => [key, (inputs?: Record<string, unknown>) => fill(text, inputs ?? {})] as const);
  return own.length === 0 ? ours : { ...ours, ...Object.fromEntries(own) };
}

const fill = (text: string, inputs: Record<string, unknown>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(inputs, name) ? inputs[name] : whole;
    return typeof value === 'number' ? number(language, value) : String(value);
  });
