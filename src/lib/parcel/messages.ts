import { load } from '../i18n/compiled/parcel/load.js';
import type * as English from '../i18n/compiled/parcel/messages/en.js';
import { language, type MessagesOf } from '../i18n/messages.ts';

/**
 * Messages about a parcel, in the current language. Undefined until `loadParcelMessages` has loaded them.
 */
export let m: MessagesOf<typeof English>;

/** Loads the messages. @throws the browser's error if they can't be fetched */
export async function loadParcelMessages(): Promise<void> {
  m = (await load[language]()) as typeof m;
}
