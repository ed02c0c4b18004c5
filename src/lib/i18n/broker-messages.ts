import type * as English from './compiled/broker/messages/en.js';
import { load } from './compiled/broker/load.js';
import { language, type MessagesOf } from './messages.ts';

/** What only brokers read, in the language in force. Nothing may be said before `speakToBrokers` has brought it. */
export let m: MessagesOf<typeof English>;

/** @throws the network's own error where the sentences can't be fetched */
export async function speakToBrokers(): Promise<void> {
  m = (await load[language]()) as typeof m;
}
