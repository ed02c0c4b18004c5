import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../../functions/config.ts';
import { createTokenEndpoint } from '#platform/token-endpoint.ts';
import { answerToken, ENVIRONMENT } from '../harness.ts';

const NOW = Math.floor(Date.now() / 1000);
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Calls a token endpoint at an address without the settings' check of it. */
async function callAt(auth: string): Promise<{ requested: Headers[]; outcome: string }> {
  const settings = parseSettings(ENVIRONMENT);
  const requested: Headers[] = [];
  const answer: typeof fetch = (_input, init) => {
    requested.push(new Headers(init?.headers));
    return Promise.resolve(answerToken());
  };
  const changed = { ...settings, addresses: { ...settings.addresses, auth } };
  const endpoint = createTokenEndpoint(changed, answer, () => 0, 'request-1');
  const outcome = await endpoint.refresh('refresh-1').then(
    ({ accessToken }) => accessToken,
    (error: Error) => error.name,
  );
  return { requested, outcome };
}

describe('Address of the token endpoint', () => {
  it.each(['https://auth.example', 'http://127.0.0.1:4401', 'http://localhost:4401'])(
    'the endpoint is called at %s, with the request’s own id',
    async (auth) => {
      const { requested, outcome } = await callAt(auth);
      expect(outcome).toBe('access-1');
      expect(requested.map((headers) => headers.get('x-request-id'))).toEqual(['request-1']);
    },
  );

  // RFC 9700 §2.6.
  it.each(['http://auth.example', 'http://localhost.evil.example'])(
    'no secret is sent over plain http to %s, whatever the settings allow',
    async (auth) => {
      const { requested, outcome } = await callAt(auth);
      expect([requested, outcome]).toEqual([[], 'OperationProcessingError']);
    },
  );

  it.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'])(
    'id tokens may be signed with %s',
    async (alg) => {
      const settings = parseSettings(ENVIRONMENT);
      const claims = { iss: settings.issuer, aud: settings.clientId, sub: 'ada', iat: NOW, exp: NOW + 60 };
      const idToken = `${encode({ alg })}.${encode(claims)}.AAAA`;
      const fetchNow = () => Promise.resolve(answerToken({ id_token: idToken }));
      const endpoint = createTokenEndpoint(settings, fetchNow, Date.now, 'request-1');
      const { account } = await endpoint.exchangeCode(
        'code',
        `${settings.appOrigin}/account/callback`,
        'v'.repeat(43),
      );
      expect(account).toEqual({ subject: 'ada', name: null });
    },
  );
});
