import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchParcelTexts } from '../../../packages/shop-engine/index.ts';

const NUMBER = '690000000000100000000001';
const TEXTS = { language: 'pl', subject: 'a', sentence: 'b', next: 'c', sms: 'd' };
const READY = { trackingNumber: NUMBER, state: 'ready', language: 'pl_PL' } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Droppoint with answers, one after the other. */
function open(...answers: (object | null)[]) {
  const fetchNow = vi.fn((_url: URL, _init: RequestInit) => Promise.resolve(Response.json(answers.shift())));
  vi.stubGlobal('fetch', fetchNow);
  return fetchNow;
}

describe('Texts about a parcel', () => {
  it('they are requested in the order’s language, from the carrier', async () => {
    const answer = { number: NUMBER, state: 'ready', texts: TEXTS };
    const requests = open(answer, answer);
    expect(await fetchParcelTexts('https://points.example', READY)).toEqual(TEXTS);
    await fetchParcelTexts('https://points.example', { ...READY, state: null, language: null });
    const [[url, { headers }], [second]] = requests.mock.calls as [[URL, RequestInit], [URL]];
    expect(String(url)).toBe(`https://points.example/api/parcels/${NUMBER}?language=pl-PL`);
    expect(headers).toEqual({ 'cache-control': 'no-cache' });
    expect(second.search).toBe('?language=en');
  });

  it.each([
    ['an older one, it is requested once more', 'ready', ['on_its_way', 'ready'], 2],
    ['the same, it isn’t', 'ready', ['ready'], 1],
    ['the one as which it is reported, it isn’t', 'returned', ['returning'], 1],
    ['the one as which a cancelled parcel is reported, it isn’t', 'cancelled', ['problem'], 1],
    ['the only one that is known, it isn’t', null, ['ready'], 1],
    ['still another, it is taken', 'ready', ['on_its_way', 'on_its_way'], 2],
  ] as const)('if the answer’s state is %s', async (_, state, states, count) => {
    vi.useFakeTimers();
    const answers = states.map((each) => ({
      number: NUMBER,
      state: each,
      texts: { ...TEXTS, subject: each },
    }));
    const requests = open(...answers);
    const texts = fetchParcelTexts('https://points.example', { ...READY, state });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await texts).toMatchObject({ subject: states.at(-1) });
    expect(requests).toHaveBeenCalledTimes(count);
  });

  it.each([
    ['an unknown parcel', () => Response.json({ number: NUMBER, state: 'ready', status: 'unknown' })],
    ['another parcel', () => Response.json({ number: '1', state: 'ready', texts: TEXTS })],
    ['a refusal', () => Response.json({ number: NUMBER, texts: TEXTS }, { status: 503 })],
    ['nothing', () => Response.json(null)],
    ['no JSON', () => new Response('<h1>')],
    ['an outage', () => Promise.reject(new Error('away'))],
  ])('there are none after %s', async (_, answer) => {
    vi.stubGlobal('fetch', () => Promise.resolve().then(answer));
    expect(await fetchParcelTexts('https://points.example', READY)).toBeNull();
  });
});
