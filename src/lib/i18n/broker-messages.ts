import type * as English from './compiled/broker/messages/en.js';
import { language, type Language, type MessagesOf } from './messages.ts';

/** How what only brokers read is fetched: a shopper's first visit is spared it. */
const FILES: Readonly<Record<Language, () => Promise<unknown>>> = {
  en: () => import('./compiled/broker/messages/en.js'),
  pl: () => import('./compiled/broker/messages/pl.js'),
  de: () => import('./compiled/broker/messages/de.js'),
  fr: () => import('./compiled/broker/messages/fr.js'),
  it: () => import('./compiled/broker/messages/it.js'),
  es: () => import('./compiled/broker/messages/es.js'),
  pt: () => import('./compiled/broker/messages/pt.js'),
  nl: () => import('./compiled/broker/messages/nl.js'),
  cs: () => import('./compiled/broker/messages/cs.js'),
  uk: () => import('./compiled/broker/messages/uk.js'),
};

/** What the broker's pages say, in the language in force. Nothing may be said before `speakToBrokers` has brought it. */
export let m: MessagesOf<typeof English>;

/** @throws the network's own error where the sentences can't be fetched */
export async function speakToBrokers(): Promise<void> {
  m = (await FILES[language]()) as typeof m;
}
