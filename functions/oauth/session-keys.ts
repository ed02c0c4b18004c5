import { base64url } from 'jose';
import { parsed } from '../../src/lib/config/setting.ts';
import { splitList } from '../../src/lib/contract/read-list.ts';

/** A key that sessions are sealed with, and the name that goes into the cookie with them. */
export interface SessionKey {
  id: string;
  bytes: Uint8Array;
}

/** 32 bytes as base64url without padding (RFC 4648 §5). */
const KEY = /^[A-Za-z0-9_-]{43}$/;

/**
 * Reads `id:base64url-of-32-bytes` entries, newest first. To rotate, put a new key in front and take the old one away when
 * the longest session has ended.
 */
export const sessionKeys = parsed((written, refuse): readonly SessionKey[] => {
  const keys: SessionKey[] = [];
  splitList(written).forEach((entry, index) => {
    const [id = '', text = '', ...rest] = entry.split(':');
    if (!/^[A-Za-z0-9_-]{1,16}$/.test(id) || rest.length > 0)
      refuse(`entry ${index + 1} must be id:key, the id 1 to 16 letters, digits, "_" or "-"`);
    else if (!KEY.test(text)) refuse(`entry ${index + 1} must hold 32 bytes as base64url`);
    else if (keys.some((key) => key.id === id)) refuse(`has two keys named "${id}"`);
    else keys.push({ id, bytes: base64url.decode(text) });
  });
  return keys;
});
