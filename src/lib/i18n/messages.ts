import type * as LaterEnglish from './compiled/later/messages/en.js';
import type * as FirstEnglish from './compiled/messages/en.js';
import { load as first } from './compiled/load.js';
import { number } from './formatters.ts';

type Message<Inputs> = object extends Inputs ? () => string : (inputs: Inputs) => string;

/** Messages, each a function of its inputs. */
export type MessagesOf<Module> = {
  readonly [Key in keyof Module]: Module[Key] extends (inputs: infer Inputs) => unknown
    ? Message<Inputs>
    : never;
};

/**
 * Messages of the first view. Their texts are in `messages/first/<language>.json`, the others' beside
 * that folder; messages only for brokers are in broker/messages.ts.
 */
export type FirstMessages = MessagesOf<typeof FirstEnglish>;
/** All messages of the picker. */
export type Messages = FirstMessages & MessagesOf<typeof LaterEnglish>;

/** The available languages (languages.json). */
export type Language = keyof typeof first;
export const LANGUAGES = Object.keys(first) as Language[];

/** First-view messages in the current language. Don't use them before `setLanguage` has loaded a language. */
export let m: FirstMessages;

/** All messages in the current language. Don't use those beyond the first view before `speakOn` has loaded them. */
export let allMessages: Messages;

/** The current language, for `Intl` and the page's `lang`. */
export let language: Language = 'en';

/**
 * The first of the preferred languages that is available; otherwise English.
 * @param preferred BCP 47 tags in order of preference; only their primary language subtag is used
 */
export function findLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0] ?? '';
    if (Object.hasOwn(first, primary)) return primary as Language;
  }
  return 'en';
}

/** Loads the messages beyond the first view. Their list is imported on demand: it names a file for each language. */
const later = async (of: Language) => (await import('./compiled/later/load.js')).load[of]();

/** The loaded messages, without overrides. */
let sentences: object;

/** Whether the messages beyond the first view are loaded, now and with each later language. */
let includesLater = false;

/** A shop's own texts that replace messages, by key. */
let overrides: Readonly<Record<string, string>> = {};

/**
 * Loads a language and makes it the current one. Text on the screen stays in the old language until it is rendered again.
 * @throws the network error if it can't be loaded; the current language then stays
 */
export async function setLanguage(next: Language): Promise<void> {
  const messages = await loadSentences(next, includesLater);
  language = next;
  useMessages(messages);
}

/** Loads the messages of a language without making it the current one. @param all whether to include those beyond the first view */
export async function loadSentences(of: Language, all = true): Promise<object> {
  const [firstMessages, laterMessages] = await Promise.all([first[of](), all ? later(of) : {}]);
  return { ...firstMessages, ...laterMessages };
}

/**
 * Loads the messages beyond the first view, in the current language.
 * @throws the network error if they can't be loaded; another call tries again
 */
export async function loadLaterMessages(): Promise<void> {
  if (includesLater) return;
  const loadedLanguage = language;
  const laterMessages = await later(loadedLanguage);
  // The language may have been changed meanwhile, without these messages.
  if (loadedLanguage !== language) return loadLaterMessages();
  includesLater = true;
  useMessages({ ...sentences, ...laterMessages });
}

/**
 * Replaces messages with a shop's own texts, in this and every later language; a further call replaces the earlier texts.
 * @param texts plain texts with `{inputs}` by key; unknown keys are ignored
 */
export function overrideMessages(texts: Readonly<Record<string, string>>): void {
  overrides = texts;
  useMessages(sentences);
}

/** Changes messages, in this and every later language. */
let rewrite = (messages: object, _language: Language): object => messages;

/** Sets how messages are changed, for a picker that speaks of other points; a shop's own texts stay. */
export function rewriteMessages(next: typeof rewrite): void {
  rewrite = next;
  useMessages(sentences);
}

function useMessages(loaded: object): void {
  sentences = loaded;
  const ours = rewrite(loaded, language);
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

/** Sets the page's language and text direction, for the browser and assistive technology. */
export function markLanguage(root: HTMLElement): void {
  root.lang = language;
  root.dir = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}
