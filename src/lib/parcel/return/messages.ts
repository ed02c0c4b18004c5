import { load } from '../../i18n/compiled/return/load.js';
import type * as English from '../../i18n/compiled/return/messages/en.js';
import { language, type MessagesOf } from '../../i18n/messages.ts';

/**
 * Messages about a customer's return, in the current language. Undefined until `loadReturnMessages` has
 * loaded them.
 */
export let m: MessagesOf<typeof English>;

/** Loads the messages. @throws the browser's error if they can't be fetched */
export async function loadReturnMessages(): Promise<void> {
  m = (await load[language]()) as typeof m;
}
