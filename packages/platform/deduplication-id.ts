import { AppError } from './errors.ts';
import { encodeHex } from './hex.ts';

/** Guards against accidents; the platform's own limit isn't known. */
const MAX_CHARACTERS = 200;

/**
 * Derives a deduplication id from what identifies a parcel: the same words give the same UUID (version 8),
 * so you needn't store one before the call.
 * @param words such as the order number and the contents of the parcel
 * @throws AppError `rejected` if there are none or one is empty, because other parcels would then get the
 *   same id
 */
export async function makeDeduplicationId(...words: readonly (string | number)[]): Promise<string> {
  const isWord = (word: unknown) =>
    typeof word === 'number' ? !Number.isNaN(word) : typeof word === 'string' && word.trim() !== '';
  const missing = words.length === 0 ? 0 : words.findIndex((word) => !isWord(word));
  if (missing !== -1)
    throw refuse('required', `made from empty words: word ${missing + 1} is ${quote(words[missing])}`);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(words)));
  const bytes = new Uint8Array(digest).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = encodeHex(bytes);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Checks a deduplication id before it goes into a header.
 * @throws AppError `rejected` if it is empty, and so could be shared by other parcels, or if a header can't
 *   carry it
 */
export function checkDeduplicationId(value: unknown): string {
  const id = typeof value === 'number' ? String(value) : value;
  if (typeof id !== 'string' || id.trim() === '')
    throw refuse('required', `${quote(id)}: give each parcel its own`);
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(id))
    throw refuse('invalid', `${quote(id)}: a header can only contain ASCII letters, digits and signs`);
  if (id.length <= MAX_CHARACTERS) return id;
  throw refuse(
    'too_big',
    `${quote(id.slice(0, 20))}… of ${id.length} characters: at most ${MAX_CHARACTERS} are allowed`,
  );
}

const quote = (value: unknown) => JSON.stringify(value) ?? String(value);

function refuse(code: string, why: string): AppError {
  const message = `It was not sent: deduplicationId can't be ${why}. makeDeduplicationId(orderNumber, …) makes one.`;
  return new AppError('rejected', message, { fields: [{ path: 'deduplicationId', codes: [code] }] });
}
