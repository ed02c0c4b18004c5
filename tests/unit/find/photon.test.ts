import { describe, expect, it } from 'vitest';
import { searchPhoton } from '../../../src/lib/find/photon.ts';

/** A service that always gives the same answer and records its requests. */
function makeService(answer: unknown, status = 200) {
  const asked: { address: URL; init: RequestInit | undefined }[] = [];
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    asked.push({ address: new URL(input instanceof Request ? input.url : input), init });
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  };
  return { asked, fetch };
}

const FEATURE = {
  geometry: { coordinates: [21.0, 52.23] },
  properties: {
    name: 'Palace',
    street: 'Plac Defilad',
    housenumber: '1',
    postcode: '00-901',
    city: 'Warszawa',
    country: 'Poland',
    extent: [20.9, 52.3, 21.1, 52.1],
  },
};

describe('a Photon service', () => {
  it('is asked with the text and the language alone, as a stranger', async () => {
    const { asked, fetch } = makeService({ features: [FEATURE] });
    const places = await searchPhoton(fetch, 'https://photon.test/api?key=1', 'pałac & co', 'de');
    expect(Object.fromEntries(asked[0]!.address.searchParams)).toEqual({
      key: '1',
      q: 'pałac & co',
      limit: '5',
      lang: 'de',
    });
    expect(asked[0]!.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'strict-origin' });
    expect(places).toEqual([
      {
        label: 'Palace, Plac Defilad 1, 00-901 Warszawa, Poland',
        position: { latitude: 52.23, longitude: 21 },
        zoom: 11,
      },
    ]);
  });

  it('is not asked in a language that it refuses', async () => {
    const { asked, fetch } = makeService({ features: [] });
    await searchPhoton(fetch, 'https://photon.test/api', 'x', 'pl');
    expect(asked[0]!.address.searchParams.has('lang')).toBe(false);
  });

  it('loses a bad answer of its list, not the others', async () => {
    const bad = [
      null,
      {},
      { ...FEATURE, geometry: { coordinates: [999, 0] } },
      { ...FEATURE, properties: {} },
    ];
    const partly = { ...FEATURE, properties: { name: 'Bare', city: 7, extent: 'wide' } };
    const { fetch } = makeService({ features: [...bad, partly] });
    const places = await searchPhoton(fetch, 'https://photon.test/api', 'x', 'en');
    expect(places).toEqual([{ label: 'Bare', position: { latitude: 52.23, longitude: 21 }, zoom: 16 }]);
  });

  it.each([
    [200, { error: 'no' }, 'malformed'],
    [429, {}, 'rate_limited'],
    [500, {}, 'unavailable'],
  ])('that answers %i %j is an error', async (status, answer, code) => {
    const { fetch } = makeService(answer, status);
    await expect(searchPhoton(fetch, 'https://photon.test/api', 'x', 'en')).rejects.toMatchObject({
      code,
    });
  });
});
