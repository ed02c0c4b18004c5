import type * as LaterEnglish from './compiled/later/messages/en.js';
import type * as FirstEnglish from './compiled/messages/en.js';
import { load as later } from './compiled/later/load.js';
import { load as first } from './compiled/load.js';
import { number } from './formatters.ts';

type Message<Inputs> = object extends Inputs ? () => string : (inputs: Inputs) => string;

/** Sentences, each a function of what it names. */
export type MessagesOf<Module> = {
  readonly [Key in keyof Module]: Module[Key] extends (inputs: infer Inputs) => unknown
    ? Message<Inputs>
    : never;
};

/** What a first view may say; the texts of all are in `messages/<language>.json`. What only brokers read is in broker/messages.ts. */
export type FirstMessages = MessagesOf<typeof FirstEnglish>;
/** Every sentence the picker says. */
export type Messages = FirstMessages & MessagesOf<typeof LaterEnglish>;

/** The languages there are (languages.json). */
export type Language = keyof typeof first;
export const LANGUAGES = Object.keys(first) as Language[];

/** The sentences of the language in force, as far as a first view needs them. Nothing may be said before `speak` has brought one. */
export let m: FirstMessages;

/** The same, and those of what comes after a first view: they may be said once `speakOn` has brought them. */
export let allMessages: Messages;

/** The language in force, for `Intl` and the page's `lang`. */
export let language: Language = 'en';

/**
 * The first of the wanted languages that there is; English where there is none.
 * @param wanted BCP 47 tags, the most wanted first; of each only the language counts
 */
export function findLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0] ?? '';
    if (Object.hasOwn(first, primary)) return primary as Language;
  }
  return 'en';
}

/** The same as they are in the language's files. */
let sentences: object;

/** Whether more is said than in a first view, in this language and every later one. */
let saysAll = false;

/** Texts of a shop in place of ours, by their keys. */
let overrides: Readonly<Record<string, string>> = {};

/**
 * Fetches a language and puts it in force. What is on the screen already stays in the old one until it is rendered anew.
 * @throws the network's own error where it can't be fetched; the language before stays
 */
export async function speak(wanted: Language): Promise<void> {
  const said = await readSentences(wanted, saysAll);
  language = wanted;
  take(said);
}

/** The sentences of a language, which isn't put in force. @param all also those that a first view doesn't say */
export async function readSentences(of: Language, all = true): Promise<object> {
  const [said, saidLater] = await Promise.all([first[of](), all ? later[of]() : {}]);
  return { ...said, ...saidLater };
}

/**
 * Fetches what isn't said in a first view, in the language in force.
 * @throws the network's own error where it can't be fetched; asked again, it tries again
 */
export async function speakOn(): Promise<void> {
  if (saysAll) return;
  const spoken = language;
  const saidLater = await later[spoken]();
  // Another language may have been put in force meanwhile, without these.
  if (spoken !== language) return speakOn();
  saysAll = true;
  take({ ...sentences, ...saidLater });
}

/**
 * Puts a shop's own texts in place of ours, in this language and every later one; called again, it takes the earlier ones back.
 * @param texts plain texts with `{inputs}` by key; keys that don't exist are passed over
 */
export function overrideMessages(texts: Readonly<Record<string, string>>): void {
  overrides = texts;
  take(sentences);
}

function take(ours: object): void {
  sentences = ours;
  const own = Object.entries(overrides)
    .filter(([key]) => Object.hasOwn(ours, key))
    .map(([key, text]) => [key, (inputs?: Record<string, unknown>) => fill(text, inputs ?? {})] as const);
  m = allMessages = { ...ours, ...Object.fromEntries(own) } as unknown as Messages;
}

const fill = (text: string, inputs: Record<string, unknown>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(inputs, name) ? inputs[name] : whole;
    return typeof value === 'number' ? number(language, value) : String(value);
  });

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** Tells the browser and assistive technology which language the page speaks, and from which side it is written. */
export function markLanguage(root: HTMLElement): void {
  root.lang = language;
  root.dir = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}
