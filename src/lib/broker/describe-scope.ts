import type { Account } from '../contract/function-answers.ts';
import { m } from '../i18n/broker-messages.ts';

/** Words for a scope (docs/platform-api.md, chapter 5 "Scopes"); one that the platform added later is shown by its name. */
export function describeScope(scope: string): string {
  switch (scope) {
    case 'openid':
      return m.scope_openid();
    case 'api:points:read':
      return m.scope_points_read();
    case 'api:shipments:read':
      return m.scope_shipments_read();
    case 'api:shipments:write':
      return m.scope_shipments_write();
    case 'api:returns:read':
      return m.scope_returns_read();
    case 'api:returns:write':
      return m.scope_returns_write();
    case 'api:one-time-pickups:read':
      return m.scope_pickups_read();
    case 'api:one-time-pickups:write':
      return m.scope_pickups_write();
    case 'api:tracking:read':
      return m.scope_tracking_read();
    default:
      return scope;
  }
}

const FINGERPRINT_CHARACTERS = 8;

/** What people know an account by; where the platform says nothing of it, the beginning of the session's own random name. */
export function nameAccount({ id, name }: Account): string {
  return name ?? m.session_unnamed({ id: id.slice(0, FINGERPRINT_CHARACTERS) });
}
