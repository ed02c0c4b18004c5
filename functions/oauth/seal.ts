import { base64url, EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose';
import { parsed } from '#config/setting.ts';
import { splitList } from '#contract/read-list.ts';

/** A key that seals sessions, with its id, which is written into the cookie. */
export interface SessionKey {
  id: string;
  bytes: Uint8Array;
}

/** 32 bytes as base64url without padding (RFC 4648 §5). */
const KEY = /^[A-Za-z0-9_-]{43}$/;

/**
 * Reads `id:base64url-of-32-bytes` entries. The first seals, all open. To rotate, add the new key last on every node, then move it
 * to the front, and remove the old one when all sessions sealed with it have expired.
 */
export const sessionKeys = parsed((written, refuse): readonly SessionKey[] => {
  const keys: SessionKey[] = [];
  splitList(written).forEach((entry, index) => {
    const [id = '', text = '', ...rest] = entry.split(':');
    if (!/^[A-Za-z0-9_-]{1,16}$/.test(id) || rest.length > 0)
      refuse(`entry ${index + 1} must be id:key, the id 1 to 16 letters, digits, "_" or "-"`);
    else if (!KEY.test(text)) refuse(`entry ${index + 1} must contain 32 bytes as base64url after the colon`);
    else if (keys.some((key) => key.id === id)) refuse(`has two keys named "${id}"`);
    else keys.push({ id, bytes: base64url.decode(text) });
  });
  return keys;
});

/** The cookie name and origin that a seal is bound to; it doesn't open with others. */
export interface SealPlace {
  name: string;
  origin: string;
}

/** Times are seconds since 1970 (RFC 7519 §2). */
export interface SealedClaims extends JWTPayload {
  iat: number;
  exp: number;
}

const ALGORITHM = 'dir';
const ENCRYPTION = 'A256GCM';

/**
 * Seals claims as an encrypted token (JWE, RFC 7516, direct encryption) with the first key, whose id is in `kid`.
 * @returns only base64url characters and dots, which need no quoting in a cookie
 */
export function seal(
  claims: SealedClaims,
  keys: readonly SessionKey[],
  { name, origin }: SealPlace,
): Promise<string> {
  const [key] = keys;
  if (key === undefined) throw new RangeError('SESSION_KEYS is empty: sealing needs a key.');
  return new EncryptJWT({ ...claims, iss: origin, aud: name })
    .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION, kid: key.id })
    .encrypt(key.bytes);
}

/**
 * Opens a token of `seal` with the key that it names.
 * @returns null if the key is unknown, the place differs, or the token is expired or modified
 */
export async function openSealed(
  sealed: string,
  keys: readonly SessionKey[],
  { name, origin }: SealPlace,
  nowMs: number,
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtDecrypt(sealed, ({ kid }) => findKey(keys, kid), {
      keyManagementAlgorithms: [ALGORITHM],
      contentEncryptionAlgorithms: [ENCRYPTION],
      issuer: origin,
      audience: name,
      requiredClaims: ['exp'],
      currentDate: new Date(nowMs),
    });
    return payload;
  } catch {
    return null;
  }
}

function findKey(keys: readonly SessionKey[], id: string | undefined): Uint8Array {
  const key = keys.find((candidate) => candidate.id === id);
  if (key === undefined) throw new RangeError('no key of this name');
  return key.bytes;
}
