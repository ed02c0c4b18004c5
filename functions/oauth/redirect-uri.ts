import type { Settings } from '../config.ts';

/** The one address that the platform may send a login's answer to. It has to be registered there. */
export function redirectUriOf(settings: Settings): string {
  return `${settings.appOrigin}/account/callback`;
}
