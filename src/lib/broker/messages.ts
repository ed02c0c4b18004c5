import type { Account } from '#contract/function-answers.ts';
import { load } from '../i18n/compiled/broker/load.js';
import type * as English from '../i18n/compiled/broker/messages/en.js';
import { language, type MessagesOf } from '../i18n/messages.ts';

/** Messages for brokers, in the current language. Undefined until `loadBrokerMessages` has loaded them. */
export let m: MessagesOf<typeof English>;

/** Loads the messages. @throws the browser's error if they can't be fetched */
export async function loadBrokerMessages(): Promise<void> {
  m = (await load[language]()) as typeof m;
}

/** Scopes of docs/platform-api.md, chapter 5 "Scopes". */
const WORDS: Readonly<Record<string, () => string>> = {
  openid: () => m.scope_openid(),
  'api:points:read': () => m.scope_points_read(),
  'api:shipments:read': () => m.scope_shipments_read(),
  'api:shipments:write': () => m.scope_shipments_write(),
  'api:returns:read': () => m.scope_returns_read(),
  'api:returns:write': () => m.scope_returns_write(),
  'api:one-time-pickups:read': () => m.scope_pickups_read(),
  'api:one-time-pickups:write': () => m.scope_pickups_write(),
  'api:tracking:read': () => m.scope_tracking_read(),
};

/** Describes a scope. A scope that the platform added later is shown by its name. */
export const describeScope = (scope: string) => (Object.hasOwn(WORDS, scope) ? WORDS[scope]!() : scope);

const FINGERPRINT_CHARACTERS = 8;

/** Name of an account, or the start of the session's random id if the platform gives no name. */
export function nameAccount({ id, name }: Account): string {
  return name ?? m.session_unnamed({ id: id.slice(0, FINGERPRINT_CHARACTERS) });
}
