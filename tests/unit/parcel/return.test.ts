import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { fetchLabel, requestReturn } from '../../../src/lib/parcel/return/request-return.ts';
import { storeReturn, readStoredReturn } from '../../../src/lib/parcel/return/stored-return.ts';
import { loadReturnMessages } from '../../../src/lib/parcel/return/messages.ts';
import { readReturnFragment, writeReturnFragment } from '../../../src/lib/parcel/return/return-link.ts';
import { isFinalReturn, describeReturnFailure } from '../../../src/lib/parcel/return/return-words.ts';
import { createFakeStorage } from '../fake-storage.ts';

const RETURN = {
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

/** Sets the function's next answers. @returns the bodies of its requests */
function answer(...answers: (() => Response)[]) {
  const fetch = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(answers.shift()!()));
  vi.stubGlobal('fetch', fetch);
  return () => fetch.mock.calls.map(([path, { body }]) => [path, JSON.parse(body as string) as unknown]);
}
const json =
  (body: object, status = 200) =>
  () =>
    Response.json(body, { status });

beforeEach(() => loadReturnMessages());
afterEach(() => void vi.unstubAllGlobals());

describe('a failed return', () => {
  it.each([
    [{ code: 'rejected', status: 403 }, /is incomplete/, /Open it again from the shop/, false],
    [{ code: 'not_found', status: 410 }, /has expired/, /Ask the shop for a new one/, false],
    [{ code: 'rejected', status: 409 }, /don’t know whether/, /Ask the shop/, false],
    [{ code: 'network', status: undefined }, /offline/, /\w/, true],
    [{ code: 'rate_limited', status: 429 }, /Too many requests have come/, /\w/, true],
    [{ code: 'unavailable', status: 502 }, /carrier isn’t responding/, /\w/, true],
    [{ code: 'scope_missing', status: 503 }, /\w/, /\w/, false],
    [{ code: 'rejected', status: 400 }, /\w/, /\w/, false],
  ] as const)(
    'the failure %o has a reason, a next step, and says whether a retry may help',
    (error, sentence, next, mayRetry) => {
      expect(describeReturnFailure(error)).toEqual({
        sentence: expect.stringMatching(sentence) as string,
        next: expect.stringMatching(next) as string,
        mayRetry,
      });
    },
  );

  it('some failures make the link unusable, others can be corrected', () => {
    const isEnd = (status?: number) =>
      isFinalReturn(new AppError('rejected', '', { ...(status && { status }) }));
    expect([403, 409, 410].map(isEnd)).toEqual([true, true, true]);
    expect([400, 429, 502, undefined].map(isEnd)).toEqual([false, false, false, false]);
  });
});

describe('a return link', () => {
  it('a return link is read from the fragment, but not in a frame', () => {
    expect(readReturnFragment({ hash: writeReturnFragment('a.b_c-d') }, false)).toBe('a.b_c-d');
    expect(readReturnFragment({ hash: writeReturnFragment('a.b_c-d') }, true)).toBeNull();
    expect(readReturnFragment({ hash: '#690000000000100000000001' }, false)).toBeNull();
    expect(readReturnFragment({ hash: '' }, false)).toBeNull();
  });

  it('a return is stored in the tab for its own link only', () => {
    vi.stubGlobal('sessionStorage', createFakeStorage().storage);
    expect(readStoredReturn('one')).toBeNull();
    storeReturn('one', RETURN);
    expect(readStoredReturn('one')).toEqual(RETURN);
    expect(readStoredReturn('two')).toBeNull();
  });
});

describe('requests for returns', () => {
  it('a request without a sender reads the return, one with a sender creates it', async () => {
    const readRequests = answer(json(RETURN), json(RETURN));
    expect(await requestReturn('one', null, signal)).toEqual(RETURN);
    expect(await requestReturn('one', SENDER, signal)).toEqual(RETURN);
    expect(readRequests()).toEqual([
      ['/api/returns', { link: 'one' }],
      ['/api/returns', { link: 'one', sender: SENDER }],
    ]);
  });

  it('a refusal names the fields that the carrier refuses', async () => {
    const message =
      'The platform rejected the return: sender.email (invalid), sender.phone (blocked_prefix).';
    answer(json({ error: 'invalid_request', message }, 400));
    await expect(requestReturn('one', SENDER, signal)).rejects.toMatchObject({
      fields: [
        { path: 'sender.email', codes: ['invalid'] },
        { path: 'sender.phone', codes: ['blocked_prefix'] },
      ],
    });
  });

  it.each(['returns_not_set_up', 'returns_not_granted'])(
    'a return isn’t available on this Droppoint: %s',
    async (error) => {
      answer(json({ error }, 503));
      await expect(requestReturn('one', null, signal)).rejects.toMatchObject({ code: 'scope_missing' });
    },
  );

  it('the label is returned as a file; a missing one is reported', async () => {
    answer(() => new Response('%PDF-'), json({ error: 'no_label' }, 404));
    expect(await (await fetchLabel('one', signal)).text()).toBe('%PDF-');
    await expect(fetchLabel('one', signal)).rejects.toMatchObject({ code: 'not_found' });
  });
});
