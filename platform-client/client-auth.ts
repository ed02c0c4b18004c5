import { ClientSecretBasic, ClientSecretPost, type ClientAuth } from 'oauth4webapi';
import type { PlatformClient } from './settings.ts';

/**
 * How the client proves itself: exactly one method in a request (docs/platform-api.md, chapter 5).
 * Refresh takes the Basic header, the other grants what the settings say.
 */
export function chooseClientAuth(
  settings: PlatformClient,
  grant: 'authorization_code' | 'refresh_token' | 'client_credentials',
): ClientAuth {
  if (grant !== 'refresh_token' && settings.clientAuth === 'form') {
    return ClientSecretPost(settings.clientSecret);
  }
  return settings.basicEncoding === 'rfc6749'
    ? ClientSecretBasic(settings.clientSecret)
    : createPlainBasic(settings.clientSecret);
}

/** `BASE64(client_id:client_secret)` as the platform's document writes it, without the encoding of RFC 6749 §2.3.1. */
function createPlainBasic(clientSecret: string): ClientAuth {
  return (_as, client, _body, headers) => {
    const bytes = new TextEncoder().encode(`${client.client_id}:${clientSecret}`);
    headers.set('authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`);
  };
}
