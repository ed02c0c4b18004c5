import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readWebhook, type WebhookOptions } from '#platform/webhook.ts';
import type { WebhookKey } from '#platform/webhook-keys.ts';

const EVENT = {
  trackingNumber: '690000000000000000001042',
  eventId: '0b5e7c1e#EOL.1002',
  eventCode: 'EOL.1002',
  timestamp: '2026-11-21T16:40:11.004Z',
  location: null,
  added: { later: true },
};
const BODY = ` ${JSON.stringify(EVENT)}`;
const TIME = '2026-11-21T16:40:12Z';
const SECRET = 'a shared secret';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PUBLIC_KEY = publicKey.export({ type: 'spki', format: 'pem' }).toString();

const hmac = (signed: string, secret = SECRET) =>
  createHmac('sha256', secret).update(signed).digest('base64');
const rsa = (signed: string) => createSign('sha256').update(signed).sign(privateKey, 'base64');

function push(signature: string, body = BODY, headers: Record<string, string> = {}) {
  return new Request('https://shop.example/events', {
    method: 'POST',
    body,
    headers: { 'x-carrier-signature': signature, 'x-carrier-timestamp': TIME, ...headers },
  });
}
const read = (
  request: Request,
  keys: WebhookKey[] = [{ secret: SECRET }],
  signed?: WebhookOptions['signed'],
) => readWebhook(request, { keys, ...(signed && { signed }) });

const REFUSED = { code: 'unauthorized' };

describe('Webhooks', () => {
  it.each([
    ['the body, with a shared secret', hmac(BODY), undefined],
    ['the time and the body, with a shared secret', hmac(`${TIME}.${BODY}`), undefined],
    ['the body', hmac(BODY), 'body'],
    ['the time and the body', hmac(`${TIME}.${BODY}`), 'timestamped'],
  ] as const)('an event is accepted if %s is signed', async (_, signature, signed) => {
    expect(await read(push(signature), [{ secret: SECRET }], signed)).toEqual(EVENT);
  });

  it('an event signed with a certificate’s key is accepted, with the certificate in PEM or bare', async () => {
    const bare = PUBLIC_KEY.replace(/-----[A-Z ]+-----|\n/g, '');
    for (const key of [PUBLIC_KEY, bare])
      for (const signed of [BODY, `${TIME}.${BODY}`])
        expect(await read(push(rsa(signed)), [{ publicKey: key }])).toMatchObject({ eventCode: 'EOL.1002' });
  });

  it('an event is accepted if any of several keys signed it', async () => {
    const keys = [{ secret: 'the next one' }, { publicKey: PUBLIC_KEY }, { secret: SECRET }];
    expect(await read(push(hmac(BODY)), keys)).toMatchObject(EVENT);
  });

  it.each([
    ['with a changed byte', push(hmac(BODY), BODY.replace('1042', '1043'))],
    ['signed with another key', push(hmac(BODY, 'another'))],
    ['with another time than the signed one', push(hmac(`2026.${BODY}`))],
    ['with half a signature', push(hmac(BODY).slice(0, 20))],
    ['with something else than Base64', push('no signature!')],
    ['without a signature', push('')],
  ])('an event is refused %s', async (_, request) => {
    await expect(read(request)).rejects.toMatchObject(REFUSED);
  });

  const send = (headers: Record<string, string>, options: Partial<WebhookOptions> = {}) =>
    readWebhook(new Request('https://shop.example', { method: 'POST', body: BODY, headers }), {
      keys: [{ secret: SECRET }, { publicKey: PUBLIC_KEY }],
      ...options,
    });

  it('an event is refused without a signature header, even if another header has a similar name', async () => {
    const refused = {
      ...REFUSED,
      message: 'The request has no signature in a header x-…-signature.',
    };
    await expect(send({})).rejects.toMatchObject(refused);
    await expect(send({ 'carrier-signature': hmac(BODY) })).rejects.toMatchObject(refused);
    expect(await send({ 'x-signature': hmac(BODY) })).toEqual(EVENT);
    expect(await send({ 'x-a': '1', 'x-carrier-signature': hmac(BODY), 'x-z': '2' })).toEqual(EVENT);
  });

  it('signatures that proxies add don’t matter; each is checked with the time beside it', async () => {
    const proxies = {
      'x-a-signature': 'abcd',
      'x-a-timestamp': '2020',
      'x-z-signature': hmac('another'),
      'x-z-timestamp': '2030',
    };
    expect(await send({ ...proxies, 'x-carrier-signature': hmac(BODY) })).toEqual(EVENT);
    const timestamped = {
      'x-carrier-signature': hmac(`${TIME}.${BODY}`),
      'x-carrier-timestamp': TIME,
    };
    expect(await send({ ...proxies, ...timestamped }, { now: () => Date.parse(TIME) })).toEqual(EVENT);
  });

  it('a configured signature header is the only one that counts', async () => {
    const signatureHeader = 'X-Carrier-Signature';
    expect(await send({ 'x-carrier-signature': hmac(BODY) }, { signatureHeader })).toEqual(EVENT);
    await expect(send({ 'x-a-signature': hmac(BODY) }, { signatureHeader })).rejects.toMatchObject({
      ...REFUSED,
      message: 'The request has no signature in a header X-Carrier-Signature.',
    });
  });

  it('a signature may be hexadecimal or follow the name of its hash', async () => {
    const hexadecimal = createHmac('sha256', SECRET).update(BODY).digest('hex');
    const ofRsa = Buffer.from(rsa(BODY), 'base64').toString('hex');
    for (const signature of [hexadecimal, hexadecimal.toUpperCase(), ofRsa, hmac(BODY)])
      for (const prefix of ['', 'sha256=', ' SHA256='])
        expect(await send({ 'x-carrier-signature': prefix + signature })).toEqual(EVENT);
  });

  it('an event with a signed time is refused if it is too old; without one it is accepted', async () => {
    const aged = (days: number, options: Partial<WebhookOptions> = {}) =>
      send(
        { 'x-carrier-signature': hmac(`${TIME}.${BODY}`), 'x-carrier-timestamp': TIME },
        { now: () => Date.parse(TIME) + days * 86_400_000, ...options },
      );
    for (const days of [-30, 0, 7]) expect(await aged(days)).toEqual(EVENT);
    const refused = { ...REFUSED, message: `The request was signed at ${TIME}, which is too long ago.` };
    await expect(aged(7.01)).rejects.toMatchObject(refused);
    await expect(aged(0.5, { maxAgeMs: 60_000 })).rejects.toMatchObject(refused);
    expect(await aged(4_000, { maxAgeMs: Infinity })).toEqual(EVENT);
    const late = { now: () => Date.parse(TIME) + 1e12 };
    expect(await send({ 'x-carrier-signature': hmac(BODY), 'x-carrier-timestamp': TIME }, late)).toEqual(
      EVENT,
    );
  });

  it('an event whose signed time is invalid is malformed', async () => {
    const headers = { 'x-carrier-signature': hmac(`soon.${BODY}`), 'x-carrier-timestamp': 'soon' };
    await expect(send(headers)).rejects.toMatchObject({ code: 'malformed' });
  });

  it('the error for a malformed event names the problem without quoting the event', async () => {
    const body = '{"trackingNumber":"secret 1","eventCode":"X","timestamp":[]}';
    await expect(read(push(hmac(body), body))).rejects.toMatchObject({
      message: 'The request is not an event.',
      problems: [
        expect.stringMatching(/^eventId: .+/) as string,
        expect.stringMatching(/^timestamp: .+/) as string,
      ],
    });
    const long = 'x'.repeat(300_000);
    await expect(read(push(hmac(long), long))).rejects.toMatchObject({
      code: 'malformed',
      message: 'The request has more than 262144 bytes.',
    });
  });

  it('an event is refused if the signed form isn’t the configured one', async () => {
    const keys = [{ secret: SECRET }];
    await expect(read(push(hmac(BODY)), keys, 'timestamped')).rejects.toMatchObject(REFUSED);
    await expect(read(push(hmac(`${TIME}.${BODY}`)), keys, 'body')).rejects.toMatchObject(REFUSED);
  });

  it.each([['{"trackingNumber":"1"}'], ['[]'], ['null'], ['not JSON'], ['']])(
    'a signed body is malformed if it is %s',
    async (body) => {
      await expect(read(push(hmac(body), body))).rejects.toMatchObject({ code: 'malformed' });
    },
  );
});
