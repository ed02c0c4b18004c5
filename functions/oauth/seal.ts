import { decodeBase64Url, encodeBase64Url } from '../base64url.ts';
import type { SessionKey } from './session-keys.ts';

/** What a sealed text is tied to: moved to another cookie name or origin it no longer opens. */
export interface SealPlace {
  name: string;
  origin: string;
}

const VERSION = 'v1';
/** A fresh random one per seal (NIST SP 800-38D §8.2.2). */
const IV_BYTES = 12;

/**
 * Seals a text with AES-256-GCM under the first key.
 * @returns `v1.<key id>.<base64url of iv and ciphertext>`
 */
export async function seal(text: string, keys: readonly SessionKey[], place: SealPlace): Promise<string> {
  const key = keys[0];
  if (key === undefined) throw new RangeError('there is no key to seal with');
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const ciphertext = await crypto.subtle.encrypt(
    describeCipher(iv, place),
    await importKey(key, 'encrypt'),
    new TextEncoder().encode(text),
  );
  const bytes = new Uint8Array(IV_BYTES + ciphertext.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(ciphertext), IV_BYTES);
  return `${VERSION}.${key.id}.${encodeBase64Url(bytes)}`;
}

/**
 * Opens what `seal` made, under whichever key it names.
 * @returns null for anything else: another version, an unknown key, another place, a single changed bit
 */
export async function open(
  sealed: string,
  keys: readonly SessionKey[],
  place: SealPlace,
): Promise<string | null> {
  const [version, id, content, ...rest] = sealed.split('.');
  const key = keys.find((candidate) => candidate.id === id);
  const bytes = decodeBase64Url(content ?? '');
  if (version !== VERSION || key === undefined || bytes === null || rest.length > 0) return null;
  try {
    const text = await crypto.subtle.decrypt(
      describeCipher(bytes.slice(0, IV_BYTES), place),
      await importKey(key, 'decrypt'),
      bytes.slice(IV_BYTES),
    );
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

function describeCipher(iv: Uint8Array<ArrayBuffer>, place: SealPlace): AesGcmParams {
  const additionalData = new TextEncoder().encode(`${VERSION}|${place.name}|${place.origin}`);
  return { name: 'AES-GCM', iv, additionalData };
}

function importKey(key: SessionKey, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key.bytes, 'AES-GCM', false, [use]);
}
