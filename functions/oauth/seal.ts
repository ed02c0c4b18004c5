import { EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose';
import type { SessionKey } from './session-keys.ts';

/** What a seal is tied to: moved to another cookie name or origin it no longer opens. */
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
 * Seals claims as an encrypted token (JWE, RFC 7516, with the key used as it is) under the first key, which `kid` names.
 * @returns characters of base64url and dots alone, which a cookie carries without quoting
 */
export function seal(
  claims: SealedClaims,
  keys: readonly SessionKey[],
  { name, origin }: SealPlace,
): Promise<string> {
  const [key] = keys;
  if (key === undefined) throw new RangeError('there is no key to seal with');
  return new EncryptJWT({ ...claims, iss: origin, aud: name })
    .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION, kid: key.id })
    .encrypt(key.bytes);
}

/**
 * Opens what `seal` made, under whichever key it names.
 * @returns null for anything else: an unknown key, another place, its time over, a single changed bit
 */
export async function open(
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
