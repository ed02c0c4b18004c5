import type { Account } from '../contract/account.ts';
import { m } from '../i18n/broker-messages.ts';

const FINGERPRINT_CHARACTERS = 8;

/** What people know an account by; where the platform says nothing of it, the beginning of the session's own random name. */
export function nameAccount({ id, name }: Account): string {
  return name ?? m.session_unnamed({ id: id.slice(0, FINGERPRINT_CHARACTERS) });
}
