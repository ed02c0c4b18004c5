import { AppError } from './errors.ts';

/** A bound against accidents: how long one may be isn't known. */
const MAX_CHARACTERS = 200;

/**
 * A deduplication id made of what a parcel is: the same words give the same UUID (version 8), so that none has to be stored before a call.
 * @param words such as an order's number and what is in the parcel
 * @throws AppError `rejected` for none, and for an empty one: other parcels would have the same id
 */
export async function makeDeduplicationId(...words: readonly (string | number)[]): Promise<string> {
  const isWord = (word: unknown) =>
    typeof word === 'number' ? !Number.isNaN(word) : typeof word === 'string' && word.trim() !== '';
  const missing = words.length === 0 ? 0 : words.findIndex((word) => !isWord(word));
  if (missing !== -1)
    throw refuse(
      'required',
      `made of words that are empty: the word ${missing + 1} is ${show(words[missing])}`,
    );
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(words)));
  const bytes = new Uint8Array(digest).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Checks an id that a header is to hold.
 * @throws AppError `rejected` for one that is empty, so that other parcels may have it too, or that can't be sent
 */
export function checkDeduplicationId(given: unknown): string {
  const id = typeof given === 'number' ? String(given) : given;
  if (typeof id !== 'string' || id.trim() === '')
    throw refuse('required', `${show(id)}: give each parcel its own`);
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(id))
    throw refuse('invalid', `${show(id)}: a header holds letters, digits and signs of ASCII alone`);
  if (id.length <= MAX_CHARACTERS) return id;
  throw refuse(
    'too_big',
    `${show(id.slice(0, 20))}… of ${id.length} characters: ${MAX_CHARACTERS} are allowed`,
  );
}

const show = (value: unknown) => JSON.stringify(value) ?? String(value);

function refuse(code: string, why: string): AppError {
  const message = `It was not sent: deduplicationId can't be ${why}. makeDeduplicationId(orderNumber, …) makes one.`;
  return new AppError('rejected', message, { fields: [{ path: 'deduplicationId', codes: [code] }] });
}
