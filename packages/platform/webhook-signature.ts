import { decodeBase64Url } from './base64.ts';

/** What is signed: the body, or the time, a dot, and the body. */
export type Signed = 'body' | 'timestamped' | 'either';

/** A header's signature, in each way that it can be read, and the time beside it. */
export interface Signature {
  values: readonly Uint8Array<ArrayBuffer>[];
  timestamp: string;
}

/** ASSUMED: the carrier's name stands between (docs/platform-api.md, chapter 12). */
const ASSUMED_SIGNATURE_HEADER = /^x-(?:.+-)?signature$/;
/** Others than the carrier's, such as a proxy's, are few. */
const MAX_HEADERS = 8;

/**
 * Signatures of a request, each with the time that is in the header beside it.
 * @param name whole name of the header; undefined: each that may be the carrier's, since proxies add theirs
 */
export function findSignatures(headers: Headers, name: string | undefined): Signature[] {
  const names =
    name === undefined
      ? [...headers.keys()].filter((each) => ASSUMED_SIGNATURE_HEADER.test(each)).slice(0, MAX_HEADERS)
      : [name.toLowerCase()];
  return names.flatMap((each) => {
    const values = readSignature(headers.get(each) ?? '');
    const timestamp = headers.get(each.replace(/signature$/, 'timestamp')) ?? '';
    return values.length === 0 ? [] : [{ values, timestamp }];
  });
}

/** Base64, as the carrier writes it, or hexadecimal, as older ones did; also behind `sha256=`. */
function readSignature(header: string): Uint8Array<ArrayBuffer>[] {
  const text = header.trim().replace(/^sha256=/i, '');
  const isHexadecimal = /^([0-9a-f]{2})+$/i.test(text);
  const bytes = isHexadecimal ? text.match(/../g)!.map((pair) => Number.parseInt(pair, 16)) : [];
  return [decodeBase64Url(text), new Uint8Array(bytes)].filter(
    (value) => value !== null && value.length > 0,
  ) as Uint8Array<ArrayBuffer>[];
}

/** @returns the form that any of the keys has signed; null: none */
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
