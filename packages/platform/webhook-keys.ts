import { importX509 } from 'jose/key/import';
import { decodeBase64Url } from './base64.ts';
import { AppError } from './errors.ts';
import { encodeHex } from './hex.ts';
import { isJsonObject } from './json-text.ts';

/** Node's `KeyObject` and `X509Certificate`, without Node's types. */
type NodeKey = { type: string; export: (...options: never[]) => unknown } | { raw: Uint8Array };
type Several<One> = One | readonly One[];

/**
 * A key to verify the platform's signatures: a shared secret, or its certificate or RSA public key. The
 * latter may be in PEM (also on one line with `\n`, several in one text, or PKCS#1) or DER in Base64.
 */
export type WebhookKey =
  | { secret: Several<string | Uint8Array | CryptoKey | NodeKey> }
  | { publicKey: Several<string | Uint8Array | CryptoKey | NodeKey | JsonWebKey> };

const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** Says why a key can't be used and what to do. Never quotes the key. */
class KeyProblem extends Error {}

/**
 * Imports the keys from the settings. An unusable key doesn't affect the others, so that a key can be
 * replaced without a gap.
 * @returns the usable keys, and a sentence about each unusable one
 * @throws AppError `settings_invalid` if no key is usable
 */
export async function importKeys(setting: unknown): Promise<{ keys: CryptoKey[]; problems: string[] }> {
  const entries = setting === undefined || setting === null ? [] : [setting].flat();
  const keys: CryptoKey[] = [];
  const problems: string[] = [];
  for (const [at, entry] of entries.entries())
    for (const { name, load } of listSources(entry))
      try {
        keys.push(...(await load()));
      } catch (error) {
        if (!(error instanceof KeyProblem)) throw error;
        problems.push(`keys.${at}${name} ${error.message}`);
      }
  if (keys.length > 0) return { keys, problems };
  if (problems.length === 0)
    problems.push('keys is empty. Pass { keys: [{ secret: … }] }, or publicKey for a certificate');
  throw new AppError('settings_invalid', `No webhook can be read: ${problems.join('; ')}.`, { problems });
}

interface Source {
  /** `.secret` */
  name: string;
  /** @throws KeyProblem */
  load: () => Promise<CryptoKey[]>;
}

function listSources(entry: unknown): Source[] {
  const secrets = (name: string, value: unknown) =>
    [value].flat().map((one) => ({ name, load: () => importSecret(one) }));
  const publicKeys = (name: string, value: unknown) =>
    [value].flat().map((one) => ({ name, load: () => importPublicKey(one) }));
  if (isPem(entry)) return publicKeys('', entry);
  if (isKey(entry)) return entry.type === 'secret' ? secrets('', entry) : publicKeys('', entry);
  const fields = isJsonObject(entry) ? entry : {};
  if ('raw' in fields || 'kty' in fields) return publicKeys('', entry);
  const named = [
    ...('secret' in fields ? secrets('.secret', fields['secret']) : []),
    ...('publicKey' in fields ? publicKeys('.publicKey', fields['publicKey']) : []),
  ];
  if (named.length > 0) return named;
  const unnamed = 'has no kind. Write { secret: … } or { publicKey: … }';
  return [{ name: '', load: () => Promise.reject(new KeyProblem(unnamed)) }];
}

const isPem = (value: unknown) =>
  (typeof value === 'string' || value instanceof Uint8Array) && textOf(value).includes('-----BEGIN');

const textOf = (value: string | Uint8Array) =>
  typeof value === 'string' ? value : new TextDecoder().decode(value);

/** Whether it is a key of Web Crypto or Node. */
const isKey = (value: unknown): value is { type: string; export?: (options?: object) => unknown } =>
  isJsonObject(value) && ['public', 'private', 'secret'].includes(value['type'] as string);

const EMPTY = 'is empty: set its environment variable';

async function importSecret(value: unknown): Promise<CryptoKey[]> {
  if (isPem(value)) throw new KeyProblem('is a certificate or a key in PEM. Pass it as publicKey');
  if (value instanceof CryptoKey) {
    if (value.algorithm.name === HMAC.name && value.usages.includes('verify')) return [value];
    throw new KeyProblem('is a CryptoKey, but not an HMAC key for verifying');
  }
  const plain = isKey(value) && value.type === 'secret' ? value.export?.() : value;
  const bytes = typeof plain === 'string' ? new TextEncoder().encode(plain) : plain;
  if (bytes === undefined || bytes === null || (typeof plain === 'string' && plain.trim() === ''))
    throw new KeyProblem(EMPTY);
  if (!(bytes instanceof Uint8Array)) throw new KeyProblem('is neither a text nor bytes');
  if (bytes.length === 0) throw new KeyProblem(EMPTY);
  return [await crypto.subtle.importKey('raw', new Uint8Array(bytes), HMAC, false, ['verify'])];
}

const PRIVATE =
  'is a private key, which only the carrier may have. Pass the certificate or the public key that it published';

async function importPublicKey(value: unknown): Promise<CryptoKey[]> {
  if (value === undefined || value === null || value === '') throw new KeyProblem(EMPTY);
  if (isKey(value)) {
    if (value.type === 'private') throw new KeyProblem(PRIVATE);
    if (value.type === 'secret') throw new KeyProblem('is a secret. Pass it as secret');
  }
  if (value instanceof CryptoKey) return [await reimport(value)];
  if (isKey(value)) return [await importDer(value.export?.({ type: 'spki', format: 'der' }) as Uint8Array)];
  if (isJsonObject(value)) {
    if (value['raw'] instanceof Uint8Array) return [await importDer(value['raw'])];
    if ('d' in value) throw new KeyProblem(PRIVATE);
    const { kty, n, e } = value as JsonWebKey;
    if (kty !== undefined) return [await read('jwk', { kty, n: n!, e: e! })];
  }
  if (typeof value !== 'string' && !(value instanceof Uint8Array))
    throw new KeyProblem('is neither PEM nor a key');
  // The first byte of DER.
  if (value instanceof Uint8Array && value[0] === 0x30) return [await importDer(value)];
  return importText(textOf(value));
}

/** Imports a key again if it was imported for another use. */
async function reimport(key: CryptoKey): Promise<CryptoKey> {
  const { name, hash } = key.algorithm as RsaHashedKeyAlgorithm;
  if (name === RSA.name && hash.name === RSA.hash && key.usages.includes('verify')) return key;
  if (!key.extractable) throw new KeyProblem('is a CryptoKey, but not for RSASSA-PKCS1-v1_5 with SHA-256');
  return importDer(new Uint8Array(await crypto.subtle.exportKey('spki', key)));
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([^]*?)-----END \1-----/g;
const PUBLIC_LABEL = /CERTIFICATE$|^(RSA )?PUBLIC KEY$/;

/** Imports a PEM text, using all of its blocks that are usable, or Base64. */
async function importText(setting: string): Promise<CryptoKey[]> {
  const text = setting.replaceAll(/\\r|\r/g, '').replaceAll('\\n', '\n');
  const blocks = [...text.matchAll(BLOCK)].map(([, label, content]) => ({
    label: label!,
    content: content!,
  }));
  if (blocks.length === 0) {
    if (text.includes('-----BEGIN'))
      throw new KeyProblem('is cut off: it has no END line. In .env, quote a value that spans several lines');
    const der = decode(text);
    if (der === null || der.length === 0)
      throw new KeyProblem('is neither Base64 nor PEM. Pass the content of the file, not its name');
    return [await importDer(der)];
  }
  const publicBlocks = blocks.filter(({ label }) => PUBLIC_LABEL.test(label));
  if (publicBlocks.length === 0) {
    const { label } = blocks[0]!;
    throw new KeyProblem(label.endsWith('PRIVATE KEY') ? PRIVATE : `is a ${label}, not a certificate`);
  }
  const tried = await Promise.allSettled(
    publicBlocks.map(({ content }) => importDer(decode(content) ?? new Uint8Array())),
  );
  const read = tried.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  if (read.length === 0) throw (tried[0] as PromiseRejectedResult).reason;
  return read;
}

const decode = (base64: string) => decodeBase64Url(base64.replaceAll(/\s/g, ''));

/** Object identifier of elliptic-curve keys, 1.2.840.10045.2.1. */
const ELLIPTIC = '2a8648ce3d0201';

/** Imports DER of a public key, a certificate, or a bare RSA key (PKCS#1). @throws KeyProblem */
async function importDer(bytes: Uint8Array): Promise<CryptoKey> {
  const der = new Uint8Array(bytes);
  const forms = [() => read('spki', der), () => importCertificate(der), () => read('spki', wrap(der))];
  for (const form of forms) {
    const key = await form().catch(() => null);
    if (key !== null) return key;
  }
  const digits = encodeHex(der);
  throw new KeyProblem(
    digits.includes(ELLIPTIC)
      ? 'is an elliptic-curve key, but the carrier signs with RSA or a shared secret'
      : 'is neither a certificate nor an RSA public key, or is incomplete',
  );
}

function read(format: 'spki' | 'jwk', key: BufferSource | JsonWebKey): Promise<CryptoKey> {
  const imported = crypto.subtle.importKey(format as 'spki', key as BufferSource, RSA, false, ['verify']);
  return imported.catch(() => {
    throw new KeyProblem('is not an RSA public key');
  });
}

function importCertificate(der: Uint8Array): Promise<CryptoKey> {
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''));
  return importX509(`-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`, 'RS256');
}

/** `AlgorithmIdentifier` of RSA (RFC 8017 §A.1). */
const RSA_ALGORITHM = [0x30, 0x0d, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0];

/**
 * Wraps a bare RSA key into a public key that names its algorithm (RFC 5280 §4.1.2.7), as Web Crypto
 * requires.
 */
function wrap(rsaKey: Uint8Array): Uint8Array<ArrayBuffer> {
  const element = (tag: number, content: number[]) => [
    ...[tag, 0x83, content.length >> 16, (content.length >> 8) & 0xff, content.length & 0xff],
    ...content,
  ];
  return new Uint8Array(element(0x30, [...RSA_ALGORITHM, ...element(3, [0, ...rsaKey])]));
}
