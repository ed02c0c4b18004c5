import {
  createHmac,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readWebhook } from '#platform/webhook.ts';
import type { WebhookKey } from '#platform/webhook-keys.ts';
import { BODY, CERTIFICATE, ELLIPTIC_CERTIFICATE, SIGNATURE } from './signed-event.ts';

const KEY = createPublicKey(CERTIFICATE);
const SPKI = KEY.export({ type: 'spki', format: 'pem' }) as string;
const PKCS1 = KEY.export({ type: 'pkcs1', format: 'pem' }) as string;
const DER = KEY.export({ type: 'spki', format: 'der' });
const { raw } = new X509Certificate(CERTIFICATE);
const ELLIPTIC = createPublicKey(ELLIPTIC_CERTIFICATE);
const other = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const OTHER = other.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const PRIVATE = other.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const BAG = 'Bag Attributes\n    localKeyID: A2 B6 1D\nsubject=CN = signer\nissuer=CN = signer\n';
const SECRET = 'a shared secret';
const HMAC = createHmac('sha256', SECRET).update(BODY).digest('base64');

const importAs = (algorithm: RsaHashedImportParams, isExtractable: boolean) =>
  crypto.subtle.importKey('spki', new Uint8Array(DER), algorithm, isExtractable, ['verify']);
const hmacKey = () => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', new TextEncoder().encode(SECRET), algorithm, false, ['verify']);
};

/** @param keys as shops write them, valid or not */
const read = (keys: unknown, signature: string) =>
  readWebhook(
    new Request('https://shop.example/', {
      method: 'POST',
      body: BODY,
      headers: { 'x-carrier-signature': signature },
    }),
    { keys: keys as WebhookKey[] },
  );
const publicKey = (value: unknown) => [{ publicKey: value }];

describe('Webhook keys: an event signed with a certificate', () => {
  it.each<[string, unknown]>([
    ['the certificate', publicKey(CERTIFICATE)],
    ['the certificate behind its attributes', publicKey(BAG + CERTIFICATE)],
    ['several certificates', publicKey(`${ELLIPTIC_CERTIFICATE}\n${CERTIFICATE}`)],
    ['certificate and another key', publicKey(`${OTHER}\n${CERTIFICATE}`)],
    ['its public key', publicKey(SPKI)],
    ['its public key of PKCS#1', publicKey(PKCS1)],
    ['literal line breaks', publicKey(CERTIFICATE.replaceAll('\n', '\\n'))],
    ['literal line breaks, in quotes', publicKey(`"${SPKI.replaceAll('\n', '\\n')}"`)],
    ['literal line breaks of Windows', publicKey(PKCS1.replaceAll('\n', '\\r\\n'))],
    ['blanks instead of line breaks', publicKey(CERTIFICATE.replaceAll('\n', ' '))],
    ['line breaks of Windows', publicKey(CERTIFICATE.replaceAll('\n', '\r\n'))],
    ['Base64 of the certificate', publicKey(raw.toString('base64'))],
    ['Base64 of the key', publicKey(DER.toString('base64'))],
    ['URL-safe Base64', publicKey(DER.toString('base64url'))],
    ['a file’s bytes', publicKey(Buffer.from(CERTIFICATE))],
    ['bytes of DER', publicKey(raw)],
    ['a KeyObject', publicKey(KEY)],
    ['an X509Certificate', publicKey(new X509Certificate(CERTIFICATE))],
    ['a JSON Web Key', publicKey(KEY.export({ format: 'jwk' }))],
    ['a list in one key', publicKey([OTHER, CERTIFICATE])],
    ['one key without a list', { publicKey: CERTIFICATE }],
    ['PEM without a name', [CERTIFICATE]],
    ['PEM alone', SPKI],
    ['a KeyObject alone', KEY],
    ['a private key beside it', publicKey(`${PRIVATE}\n${CERTIFICATE}`)],
  ])('it is verified with %s', async (_, keys) => {
    expect(await read(keys, SIGNATURE)).toMatchObject({ eventCode: 'EOL.1002' });
    await expect(read(keys, HMAC)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('it is verified with a CryptoKey, even one imported for another algorithm', async () => {
    for (const key of [
      await importAs({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false),
      await importAs({ name: 'RSA-PSS', hash: 'SHA-512' }, true),
    ])
      expect(await read(publicKey(key), SIGNATURE)).toMatchObject({ eventCode: 'EOL.1002' });
  });
});

describe('Webhook keys: an event signed with a secret', () => {
  it.each<[string, unknown]>([
    ['text', [{ secret: SECRET }]],
    ['bytes', [{ secret: Buffer.from(SECRET) }]],
    ['KeyObject', [{ secret: createSecretKey(Buffer.from(SECRET)) }]],
    ['KeyObject without a name', createSecretKey(Buffer.from(SECRET))],
    ['list of texts', { secret: ['the next one', SECRET] }],
  ])('it is verified with the secret as %s', async (_, keys) => {
    expect(await read(keys, HMAC)).toMatchObject({ eventCode: 'EOL.1002' });
  });

  it('it is verified with the secret as a CryptoKey', async () => {
    expect(await read([{ secret: await hmacKey() }], HMAC)).toMatchObject({ eventCode: 'EOL.1002' });
  });
});

const EMPTY = 'is empty: set its environment variable';
const IS_PRIVATE =
  'is a private key, which only the carrier may have. Pass the certificate or the public key that it published';
const UNNAMED = 'has no kind. Write { secret: … } or { publicKey: … }';
const NONE = 'keys is empty. Pass { keys: [{ secret: … }] }, or publicKey for a certificate';

const UNUSABLE: [what: string, keys: unknown, sentence: string][] = [
  ['no keys', undefined, NONE],
  ['an empty list', [], NONE],
  ['an undefined secret', [{ secret: undefined }], `keys.0.secret ${EMPTY}`],
  ['an empty secret', [{ secret: '' }], `keys.0.secret ${EMPTY}`],
  ['a blank secret', [{ secret: ' ' }], `keys.0.secret ${EMPTY}`],
  ['a secret of no bytes', [{ secret: new Uint8Array() }], `keys.0.secret ${EMPTY}`],
  ['a secret that is a number', [{ secret: 7 }], 'keys.0.secret is neither a text nor bytes'],
  [
    'a secret that is a public key',
    [{ secret: SPKI }],
    'keys.0.secret is a certificate or a key in PEM. Pass it as publicKey',
  ],
  ['an undefined public key', publicKey(undefined), `keys.0.publicKey ${EMPTY}`],
  ['an empty public key', publicKey(''), `keys.0.publicKey ${EMPTY}`],
  ['a private key', publicKey(PRIVATE), `keys.0.publicKey ${IS_PRIVATE}`],
  [
    'a private key of PKCS#1',
    publicKey(other.privateKey.export({ type: 'pkcs1', format: 'pem' })),
    `keys.0.publicKey ${IS_PRIVATE}`,
  ],
  ['a private KeyObject', publicKey(other.privateKey), `keys.0.publicKey ${IS_PRIVATE}`],
  [
    'a private JSON Web Key',
    publicKey(other.privateKey.export({ format: 'jwk' })),
    `keys.0.publicKey ${IS_PRIVATE}`,
  ],
  [
    'a secret KeyObject',
    publicKey(createSecretKey(Buffer.from('s'))),
    'keys.0.publicKey is a secret. Pass it as secret',
  ],
  ...[ELLIPTIC_CERTIFICATE, ELLIPTIC, ELLIPTIC.export({ type: 'spki', format: 'pem' })].map(
    (key): [string, unknown, string] => [
      `an elliptic ${typeof key === 'string' ? key.slice(11, 22) : 'KeyObject'}`,
      publicKey(key),
      'keys.0.publicKey is an elliptic-curve key, but the carrier signs with RSA or a shared secret',
    ],
  ),
  [
    'a JSON Web Key of a curve',
    publicKey(ELLIPTIC.export({ format: 'jwk' })),
    'keys.0.publicKey is not an RSA public key',
  ],
  [
    'something else than Base64',
    publicKey('./keys/carrier.pem'),
    'keys.0.publicKey is neither Base64 nor PEM. Pass the content of the file, not its name',
  ],
  [
    'half a certificate',
    publicKey(CERTIFICATE.slice(0, 500)),
    'keys.0.publicKey is cut off: it has no END line. In .env, quote a value that spans several lines',
  ],
  [
    'a certificate without its middle',
    publicKey(CERTIFICATE.replace(/(?<=\n)M.{63}\n/, '')),
    'keys.0.publicKey is neither a certificate nor an RSA public key, or is incomplete',
  ],
  [
    'a request for a certificate',
    publicKey(CERTIFICATE.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST')),
    'keys.0.publicKey is a CERTIFICATE REQUEST, not a certificate',
  ],
  ['a number', publicKey(7), 'keys.0.publicKey is neither PEM nor a key'],
  ['a text', ['secret'], `keys.0 ${UNNAMED}`],
  ['a text alone', 'secret', `keys.0 ${UNNAMED}`],
  ['null', [null], `keys.0 ${UNNAMED}`],
  ['another name', [{ key: SPKI }], `keys.0 ${UNNAMED}`],
  [
    'several',
    [{ secret: '' }, { publicKey: PRIVATE }],
    `keys.0.secret ${EMPTY}; keys.1.publicKey ${IS_PRIVATE}`,
  ],
];

describe('Webhook keys: settings without a usable key', () => {
  it.each(UNUSABLE)('the error says what to do about %s', async (_, keys, sentence) => {
    await expect(read(keys, SIGNATURE)).rejects.toMatchObject({
      name: 'AppError',
      code: 'settings_invalid',
      message: `No webhook can be read: ${sentence}.`,
    });
  });

  it('CryptoKeys for other purposes are refused', async () => {
    const key = await importAs({ name: 'RSA-PSS', hash: 'SHA-256' }, false);
    const code = 'settings_invalid';
    await expect(read(publicKey(key), SIGNATURE)).rejects.toMatchObject({ code });
    await expect(read([{ secret: key }], SIGNATURE)).rejects.toMatchObject({ code });
  });

  it('missing options are refused', async () => {
    const withoutOptions = readWebhook as unknown as (request: Request) => Promise<unknown>;
    await expect(withoutOptions(new Request('https://shop.example'))).rejects.toMatchObject({
      code: 'settings_invalid',
    });
  });
});

describe('Webhook keys: an unusable key', () => {
  const wrong = UNUSABLE.flatMap(([what, keys, sentence]) =>
    Array.isArray(keys) && keys.length === 1 ? [[what, keys[0] as unknown, sentence] as const] : [],
  );

  it.each(wrong)('%s doesn’t affect the keys before or after it', async (_, key) => {
    for (const keys of [
      [key, { publicKey: CERTIFICATE }],
      [{ publicKey: CERTIFICATE }, key],
    ])
      expect(await read(keys, SIGNATURE)).toMatchObject({ eventCode: 'EOL.1002' });
  });

  it.each(wrong)('%s is reported if no other key signed the event', async (_, key, sentence) => {
    await expect(read([key, { secret: SECRET }], SIGNATURE)).rejects.toMatchObject({
      code: 'unauthorized',
      problems: [sentence],
    });
  });
});
