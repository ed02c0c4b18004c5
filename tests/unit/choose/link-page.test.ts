import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPointLink } from '#platform/point-link.ts';
import type { PointOrder } from '#contract/point-order.ts';
import { describeLinkFailure, isFinal } from '../../../src/lib/choose/link/failure-words.ts';
import { LinkPage } from '../../../src/lib/choose/link/link-page.svelte.ts';
import { loadOrderMessages } from '../../../src/lib/choose/link/messages.ts';
import {
  peekLanguage,
  readOrderFragment,
  writeOrderFragment,
} from '../../../src/lib/choose/link/point-link.ts';

const ORDER: PointOrder = {
  ...{ orderNumber: 'FL-1042', language: 'pl', reason: null, point: null, result: null, shop: null },
  position: { latitude: 52, longitude: 21 },
  conditions: { country: ['PL'], type: [], locationType: [], excludeIds: ['PL_9'], filter: null },
  returnTo: 'https://fern.example/',
};

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

beforeEach(() => loadOrderMessages());
afterEach(() => void vi.unstubAllGlobals());

describe('the page of a shop’s link', () => {
  it('opening it reads the order and chooses nothing', async () => {
    const readRequests = answer(json(ORDER));
    const page = new LinkPage('a.b');
    await page.open();
    expect(page.order).toEqual(ORDER);
    expect(readRequests()).toEqual([['/api/point-choices', { link: 'a.b', language: 'en' }]]);
  });

  it('its picker offers what the link admits, near the present point', async () => {
    answer(json(ORDER));
    const page = new LinkPage('a.b');
    expect(page.config).toEqual({});
    await page.open();
    expect(page.config).toEqual({
      ...{ countries: ['PL'], excludeIds: ['PL_9'], latitude: 52, longitude: 21, zoom: 14 },
    });
  });

  it('a choice has its result, and one that the shop doesn’t accept its reason', async () => {
    const readRequests = answer(
      json({ error: 'point_refused', message: 'Too far.' }, 409),
      json({ ...ORDER, result: 'c.d' }),
    );
    const page = new LinkPage('a.b');
    expect([await page.choose('PL_1'), page.objection, page.failure]).toEqual([false, 'Too far.', null]);
    expect([await page.choose('PL_2'), page.objection, page.order?.result]).toEqual([true, '', 'c.d']);
    expect(readRequests().map(([, body]) => (body as { point: string }).point)).toEqual(['PL_1', 'PL_2']);
  });

  it.each([
    [() => Response.json({}, { status: 403 }), /is incomplete/, /Open it again/, false],
    [() => Response.json({}, { status: 410 }), /has expired/, /Ask the shop/, false],
    [() => Response.json({ error: 'choices_not_set_up' }, { status: 503 }), /with a link here/, /\w/, false],
    [() => Response.json({ error: 'point_unchecked' }, { status: 503 }), /right now/, /\w/, true],
    [() => Response.json({}, { status: 429 }), /Too many/, /\w/, true],
    [() => Promise.reject(new TypeError('offline')) as never, /offline/, /\w/, true],
  ])('a failure has a sentence, a next step, and says whether a retry may help', async (...row) => {
    const [respond, sentence, next, mayRetry] = row;
    answer(respond);
    const page = new LinkPage('a.b');
    await page.open();
    expect(describeLinkFailure(page.failure!)).toEqual({
      sentence: expect.stringMatching(sentence) as string,
      next: expect.stringMatching(next) as string,
      mayRetry,
    });
    expect(isFinal(page.failure!)).toBe(!mayRetry && page.failure!.status !== 503);
  });

  it('its link is read from the fragment, but not in a frame', () => {
    expect(readOrderFragment({ hash: writeOrderFragment('a.b_c-d') }, false)).toBe('a.b_c-d');
    expect(readOrderFragment({ hash: writeOrderFragment('a.b_c-d') }, true)).toBeNull();
    expect(readOrderFragment({ hash: '#return=x' }, false)).toBeNull();
  });

  it('its language is the link’s, before anything else of the link is shown', async () => {
    const link = async (language?: string) =>
      (
        await createPointLink({
          ...{ origin: 'https://points.example', secret: `fern:${'x'.repeat(32)}`, id: 'a', language },
          ...{ orderNumber: 'b', returnTo: 'https://fern.example/', expiresAt: new Date(2e12) },
        })
      ).split('#order=')[1]!;
    expect([peekLanguage(await link('pl-PL')), peekLanguage(await link()), peekLanguage('x')]).toEqual([
      ...['pl-PL', null, null],
    ]);
  });
});
