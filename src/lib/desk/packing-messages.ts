import { load } from '../i18n/compiled/packing/load.js';
import type * as English from '../i18n/compiled/packing/messages/en.js';
import { language, type MessagesOf } from '../i18n/messages.ts';

/**
 * Messages about labels, packing and sheets, in the current language. Undefined until
 * `loadPackingMessages` has loaded them, which the desk's first screen doesn't need.
 */
export let packing: MessagesOf<typeof English>;

/** Loads the messages. @throws the browser's error if they can't be fetched */
export async function loadPackingMessages(): Promise<void> {
  packing = (await load[language]()) as typeof packing;
}
