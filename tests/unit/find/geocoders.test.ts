import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openGeocoder } from '../../../src/lib/find/geocoders/geocoder.ts';
import { createNominatim } from '../../../src/lib/find/geocoders/nominatim.ts';
import { createPhoton } from '../../../src/lib/find/geocoders/photon.ts';

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
    const places = await createPhoton('https://photon.test/api?key=1', fetch).search('pałac & co', 'de');
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
    await createPhoton('https://photon.test/api', fetch).search('x', 'pl');
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
    const places = await createPhoton('https://photon.test/api', fetch).search('x', 'en');
    expect(places).toEqual([{ label: 'Bare', position: { latitude: 52.23, longitude: 21 }, zoom: 16 }]);
  });

  it.each([
    [200, { error: 'no' }, 'malformed'],
    [429, {}, 'rate_limited'],
    [500, {}, 'unavailable'],
  ])('that answers %i %j is an error', async (status, answer, code) => {
    const { fetch } = makeService(answer, status);
    await expect(createPhoton('https://photon.test/api', fetch).search('x', 'en')).rejects.toMatchObject({
      code,
    });
  });
});

describe('a Nominatim service', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const PLACE = {
    display_name: 'Warszawa, Polska',
    lat: '52.2319581',
    lon: '21.0067249',
    boundingbox: ['52.09', '52.36', '20.85', '21.27'],
  };

  it('is asked for JSON in the shopper’s language, and its texts are read as numbers', async () => {
    const { asked, fetch } = makeService([PLACE, { ...PLACE, lat: 'north' }, 7]);
    const places = await createNominatim('https://nominatim.test/search', fetch).search('Warszawa', 'pl');
    expect(Object.fromEntries(asked[0]!.address.searchParams)).toEqual({
      q: 'Warszawa',
      format: 'jsonv2',
      limit: '5',
      'accept-language': 'pl',
    });
    expect(places).toEqual([
      { label: 'Warszawa, Polska', position: { latitude: 52.2319581, longitude: 21.0067249 }, zoom: 10 },
    ]);
  });

  it('is never asked while somebody types, and at most once a second', async () => {
    const { asked, fetch } = makeService([]);
    const geocoder = createNominatim('https://nominatim.test/search', fetch);
    expect(geocoder.whileTyping).toBe(false);
    await geocoder.search('a', 'en');
    await vi.advanceTimersByTimeAsync(300);
    const others = ['b', 'c'].map((text) => geocoder.search(text, 'en'));
    for (const [afterMs, times] of [
      [699, 1],
      [1, 2],
      [999, 2],
      [1, 3],
    ] as const) {
      await vi.advanceTimersByTimeAsync(afterMs);
      expect(asked).toHaveLength(times);
    }
    await Promise.all(others);
  });

  it('is not asked by whoever gave up while waiting for the turn', async () => {
    const { asked, fetch } = makeService([]);
    const geocoder = createNominatim('https://nominatim.test/search', fetch);
    await geocoder.search('a', 'en');
    const controller = new AbortController();
    const second = geocoder.search('b', 'en', controller.signal);
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    expect(asked).toHaveLength(1);
  });
});

describe('the geocoder that is configured', () => {
  it.each([
    ['photon', true],
    ['nominatim', false],
  ] as const)('%s may be asked while typing: %s', async (service, whileTyping) => {
    const geocoder = await openGeocoder({ service, url: 'https://geo.test/' }, makeService([]).fetch);
    expect(geocoder.whileTyping).toBe(whileTyping);
  });
});
