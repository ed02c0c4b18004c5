import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createReturnLink, readReturnLink } from '#platform/return-link.ts';

const SECRET = 'a-secret-of-the-shops-0123456789abcdef';
const OPTIONS = {
  origin: 'https://points.example',
  secret: SECRET,
  orderNumber: 'FL-1042 ä',
  countryCode: 'PL',
  expiresAt: new Date('2026-12-20T12:00:00Z'),
};
const ENDS_MS = OPTIONS.expiresAt.getTime();
const behindHash = async (changes: Partial<typeof OPTIONS & { id: string }> = {}) =>
  new URL(await createReturnLink({ ...OPTIONS, ...changes })).hash.replace('#return=', '');
const read = (link: string, secrets = [SECRET], nowMs = ENDS_MS - 1) => readReturnLink(link, secrets, nowMs);

describe('Return link', () => {
  it('its data is in the fragment, which reaches no server: the order and the expiry', async () => {
    const link = new URL(await createReturnLink({ ...OPTIONS, origin: 'https://points.example/shop?x=1' }));
    expect([link.origin, link.pathname, link.search]).toEqual(['https://points.example', '/parcel', '']);
    expect(await read(link.hash.replace('#return=', ''))).toHaveProperty('grant', {
      ...{ orderNumber: 'FL-1042 ä', countryCode: 'PL', endsAt: ENDS_MS / 1000 },
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  it('it is different each time unless its id is set', async () => {
    expect(await behindHash()).not.toBe(await behindHash());
    expect(await behindHash({ id: 'FL-1042_1' })).toBe(await behindHash({ id: 'FL-1042_1' }));
  });

  it('its storage key depends on its id and secret only, and reveals neither', async () => {
    const OTHER = 'another-secret-0123456789abcdef-0123';
    const keyOf = async (changes: object, secrets = [SECRET, OTHER]) => {
      const opened = await read(await behindHash(changes), secrets);
      if (typeof opened === 'string') throw new Error(opened);
      return opened.key;
    };
    const key = await keyOf({ id: '1001' });
    expect(key).toEqual({
      name: expect.stringMatching(/^[\w-]{43}$/) as string,
      bytes: expect.any(Uint8Array) as Uint8Array,
    });
    expect(key.bytes).toHaveLength(32);
    // The same id is the same return, even while the secret is being replaced.
    expect(await keyOf({ id: '1001', orderNumber: 'FL-9' }, [OTHER, SECRET])).toEqual(key);
    const others = [await keyOf({ id: '1002' }), await keyOf({ id: '1001', secret: OTHER })];
    expect(new Set([key, ...others].map(({ name }) => name)).size).toBe(3);
    expect(new Set([key, ...others].map(({ bytes }) => String(bytes))).size).toBe(3);
  });

  it('it expires', async () => {
    expect(await read(await behindHash(), [SECRET], ENDS_MS)).toBe('expired');
  });

  it('it is valid with any of the secrets and no other', async () => {
    const link = await behindHash();
    expect(await read(link, ['another-secret-0123456789abcdef-0123', SECRET])).toMatchObject({
      grant: { countryCode: 'PL' },
    });
    expect(await read(link, ['another-secret-0123456789abcdef-0123'])).toBe('invalid');
    expect(await read(link, [])).toBe('invalid');
  });

  it('it is invalid if any character was changed', async () => {
    const link = await behindHash({ id: 'a' });
    for (let at = 0; at < link.length; at++)
      for (const letter of ['A', 'B', 'w', '-', '.', '='])
        if (link[at] !== letter)
          expect([at, letter, await read(link.slice(0, at) + letter + link.slice(at + 1))]).toEqual([
            ...[at, letter, 'invalid'],
          ]);
    // Other texts for the same bytes: the last character has two unused bits.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const valid = [];
    for (const letter of alphabet)
      if ((await read(link.slice(0, -1) + letter)) !== 'invalid') valid.push(letter);
    expect(valid).toEqual([link.at(-1)]);
  });

  it.each(['', '.', 'a.b', 'a'.repeat(2_000), `${'a'.repeat(2_000)}.${'a'.repeat(43)}`, '\u{1f600}.'])(
    '%j is invalid',
    async (link) => {
      expect(await read(link)).toBe('invalid');
    },
  );

  it('a signature for another purpose is invalid', async () => {
    const [payload] = (await behindHash()).split('.') as [string];
    const sign = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url');
    expect(await read(`${payload}.${sign(payload)}`)).toBe('invalid');
    // Only the purpose makes it a link; a signed text that isn't a grant isn't one either.
    expect(await read(`${payload}.${sign(`droppoint-return-1.${payload}`)}`)).toMatchObject({
      grant: { countryCode: 'PL' },
    });
    for (const text of ['{}', 'null', '{', '"a"']) {
      const other = Buffer.from(text).toString('base64url');
      expect(await read(`${other}.${sign(`droppoint-return-1.${other}`)}`)).toBe('invalid');
    }
  });

  it.each([
    [{ secret: 'short' }, /32 characters/],
    [{ orderNumber: '' }, /orderNumber/],
    [{ orderNumber: 'x'.repeat(101) }, /orderNumber/],
    [{ countryCode: 'Poland' }, /countryCode/],
    [{ expiresAt: new Date(NaN) }, /endsAt/],
    [{ id: 'a b' }, /id/],
    [{ origin: 'points.example' }, /Invalid URL/],
  ])('it isn’t created with %j', async (changes, message) => {
    await expect(createReturnLink({ ...OPTIONS, ...changes })).rejects.toThrow(message);
  });
});
