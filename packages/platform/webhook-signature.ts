import { decodeBase64Url } from './base64.ts';

/** The signed content: the body, or the time, a dot, and the body. */
export type Signed = 'body' | 'timestamped' | 'either';

/** A header's signature, in each encoding that fits it, and the time from the header beside it. */
export interface Signature {
  values: readonly Uint8Array<ArrayBuffer>[];
  timestamp: string;
}

/** ASSUMED: the carrier's name is in the middle (docs/platform-api.md, chapter 12). */
const ASSUMED_SIGNATURE_HEADER = /^x-(?:.+-)?signature$/;
/** The carrier's header, and a few that proxies add. */
const MAX_HEADERS = 8;

/**
 * Finds the signatures of a request, each with the time from the header beside it.
 * @param name full name of the header; undefined: try every header that may be the carrier's, because
 *   proxies add their own
 */
export function findSignatures(headers: Headers, name: string | undefined): Signature[] {
  const names =
    name === undefined
      ? [...headers.keys()].filter((header) => ASSUMED_SIGNATURE_HEADER.test(header)).slice(0, MAX_HEADERS)
      : [name.toLowerCase()];
  return names.flatMap((header) => {
    const values = readSignature(headers.get(header) ?? '');
    const timestamp = headers.get(header.replace(/signature$/, 'timestamp')) ?? '';
    return values.length === 0 ? [] : [{ values, timestamp }];
  });
}

/**
 * Decodes Base64, as the carrier writes it, or hexadecimal, as older ones did; either may follow `sha256=`.
 */
function readSignature(header: string): Uint8Array<ArrayBuffer>[] {
  const text = header.trim().replace(/^sha256=/i, '');
  const isHexadecimal = /^([0-9a-f]{2})+$/i.test(text);
  const bytes = isHexadecimal ? text.match(/../g)!.map((pair) => Number.parseInt(pair, 16)) : [];
  return [decodeBase64Url(text), new Uint8Array(bytes)].filter(
    (value) => value !== null && value.length > 0,
  ) as Uint8Array<ArrayBuffer>[];
}

/** @returns the form that one of the keys signed; null if none did */
export async function findSignedForm(
  { values, timestamp }: Signature,
  body: Uint8Array<ArrayBuffer>,
  signed: Signed,
  keys: readonly CryptoKey[],
): Promise<'body' | 'timestamped' | null> {
  const timestamped = await new Blob([`${timestamp}.`, body]).arrayBuffer();
  const forms = { body, timestamped };
  for (const form of ['body', 'timestamped'] as const)
    if (signed === 'either' || signed === form)
      for (const key of keys)
        for (const value of values)
          // Web Crypto compares in constant time.
          if (await crypto.subtle.verify(key.algorithm.name, key, value, forms[form])) return form;
  return null;
}
