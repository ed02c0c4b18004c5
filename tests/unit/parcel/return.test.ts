import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { askLabel, askReturn } from '../../../src/lib/parcel/return/ask-return.ts';
import { keepReturn, readKeptReturn } from '../../../src/lib/parcel/return/kept-return.ts';
import { speakOfReturns } from '../../../src/lib/parcel/return/messages.ts';
import { linkIn, writeLink } from '../../../src/lib/parcel/return/return-link.ts';
import { isFinal, sayReturnFailure } from '../../../src/lib/parcel/return/return-words.ts';
import { createFakeStorage } from '../fake-storage.ts';

const TOLD = {
  ...{
    orderNumber: 'FL-1042',
    countryCode: 'PL',
    isCreated: true,
    trackingNumber: '690000000000100000000001',
  },
  ...{ dropOffCode: '012345678', expiresAt: '2026-05-09T21:59:59Z' },
};
const SENDER = { email: 'oskar@mail.example', phone: '+48500000202' };
const { signal } = new AbortController();

/** The function's next answer. @returns the bodies that it was asked with */
function answer(...answers: (() => Response)[]) {
  const fetch = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(answers.shift()!()));
  vi.stubGlobal('fetch', fetch);
  return () => fetch.mock.calls.map(([path, { body }]) => [path, JSON.parse(body as string) as unknown]);
}
const json =
  (body: object, status = 200) =>
  () =>
    Response.json(body, { status });

beforeEach(() => speakOfReturns());
afterEach(() => void vi.unstubAllGlobals());

describe('a failure', () => {
  it.each([
    [{ code: 'rejected', status: 403 }, /is incomplete/, /Open it again from the shop/, false],
    [{ code: 'not_found', status: 410 }, /has expired/, /Ask the shop for a new one/, false],
    [{ code: 'rejected', status: 409 }, /don’t know whether/, /Ask the shop/, false],
    [{ code: 'network', status: undefined }, /offline/, /\w/, true],
    [{ code: 'rate_limited', status: 429 }, /Too many requests have come/, /\w/, true],
    [{ code: 'unavailable', status: 502 }, /carrier isn’t responding/, /\w/, true],
    [{ code: 'scope_missing', status: 503 }, /\w/, /\w/, false],
    [{ code: 'rejected', status: 400 }, /\w/, /\w/, false],
  ] as const)('%o says why, what to do next, and whether to try again', (error, sentence, next, mayRetry) => {
    expect(sayReturnFailure(error)).toEqual({
      sentence: expect.stringMatching(sentence) as string,
      next: expect.stringMatching(next) as string,
      mayRetry,
    });
  });

  it('after which the link is of no use is told from one that can be mended', () => {
    const isEnd = (status?: number) => isFinal(new AppError('rejected', '', { ...(status && { status }) }));
    expect([403, 409, 410].map(isEnd)).toEqual([true, true, true]);
    expect([400, 429, 502, undefined].map(isEnd)).toEqual([false, false, false, false]);
  });
});

describe('the link', () => {
  it('is read from the fragment, but not in a frame', () => {
    expect(linkIn({ hash: writeLink('a.b_c-d') }, false)).toBe('a.b_c-d');
    expect(linkIn({ hash: writeLink('a.b_c-d') }, true)).toBeNull();
    expect(linkIn({ hash: '#690000000000100000000001' }, false)).toBeNull();
    expect(linkIn({ hash: '' }, false)).toBeNull();
  });

  it('has its return in this tab, and no other link has it', () => {
    vi.stubGlobal('sessionStorage', createFakeStorage().storage);
    expect(readKeptReturn('one')).toBeNull();
    keepReturn('one', TOLD);
    expect(readKeptReturn('one')).toEqual(TOLD);
    expect(readKeptReturn('two')).toBeNull();
  });
});

describe('the function', () => {
  it('is asked without a sender to tell, with one to create', async () => {
    const readAsked = answer(json(TOLD), json(TOLD));
    expect(await askReturn('one', null, signal)).toEqual(TOLD);
    expect(await askReturn('one', SENDER, signal)).toEqual(TOLD);
    expect(readAsked()).toEqual([
      ['/api/returns', { link: 'one' }],
      ['/api/returns', { link: 'one', sender: SENDER }],
    ]);
  });

  it('names the fields that the carrier refuses', async () => {
    const message = 'The platform doesn’t take it: sender.email (invalid), sender.phone (blocked_prefix).';
    answer(json({ error: 'invalid_request', message }, 400));
    await expect(askReturn('one', SENDER, signal)).rejects.toMatchObject({
      fields: [
        { path: 'sender.email', codes: ['invalid'] },
        { path: 'sender.phone', codes: ['blocked_prefix'] },
      ],
    });
  });

  it.each(['returns_not_set_up', 'returns_not_granted'])(
    'says that this can’t be done here: %s',
    async (error) => {
      answer(json({ error }, 503));
      await expect(askReturn('one', null, signal)).rejects.toMatchObject({ code: 'scope_missing' });
    },
  );

  it('gives the label as a file, or says that there is none', async () => {
    answer(() => new Response('%PDF-'), json({ error: 'no_label' }, 404));
    expect(await (await askLabel('one', signal)).text()).toBe('%PDF-');
    await expect(askLabel('one', signal)).rejects.toMatchObject({ code: 'not_found' });
  });
});
