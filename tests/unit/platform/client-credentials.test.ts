import { describe, expect, it } from 'vitest';
import { createClientCredentials } from '#platform/client-credentials.ts';
import { createPlatform } from '#platform/client.ts';

describe('Application credentials', () => {
  it('one token serves all calls, and is renewed before it expires', async () => {
    let nowMs = Date.parse('2026-11-25T12:00:00Z');
    const requests: string[] = [];
    const now = () => nowMs;
    const fetch = (url: unknown, init?: RequestInit) => {
      const isToken = String(url).endsWith('/oauth2/token');
      requests.push(
        isToken ? String(init!.body as URLSearchParams) : new Headers(init!.headers).get('authorization')!,
      );
      const tokens = requests.filter((line) => line.includes('grant_type=')).length;
      return Promise.resolve(
        Response.json(
          isToken
            ? { access_token: `t-${tokens}`, token_type: 'Bearer', expires_in: 599 }
            : { id: 'PL_1', coordinates: { latitude: 52, longitude: 21 } },
        ),
      );
    };
    const auth = createClientCredentials({
      origin: 'https://auth.example',
      clientId: 'shop',
      clientSecret: 's',
      scopes: ['api:points:read'],
      fetch,
      now,
    });
    const platform = createPlatform({ baseUrl: 'https://api.example', auth, fetch, now });
    await Promise.all([platform.points.get('PL_1'), platform.points.get('PL_2')]);
    nowMs += 530_000;
    await platform.points.get('PL_3');
    nowMs += 20_000;
    await platform.points.get('PL_4');
    const token = 'grant_type=client_credentials&scope=api%3Apoints%3Aread&client_id=shop&client_secret=s';
    expect(
      requests.map((line) => ([...new URLSearchParams(line).keys()].length > 1 ? 'token' : line)),
    ).toEqual(['token', 'Bearer t-1', 'Bearer t-1', 'Bearer t-1', 'token', 'Bearer t-2']);
    expect([...new URLSearchParams(requests[0])].sort()).toEqual([...new URLSearchParams(token)].sort());
  });
});
