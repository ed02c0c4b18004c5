import { load } from '../../i18n/compiled/order/load.js';
import type * as English from '../../i18n/compiled/order/messages/en.js';
import { language, type MessagesOf } from '../../i18n/messages.ts';

/**
 * Messages about the point of an order, in the current language. Undefined until `loadOrderMessages` has
 * loaded them.
 */
export let m: MessagesOf<typeof English>;

/** Loads the messages. @throws the browser's error if they can't be fetched */
export async function loadOrderMessages(): Promise<void> {
  m = (await load[language]()) as typeof m;
}
