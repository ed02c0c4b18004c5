import { describe, expect, it } from 'vitest';
import { nearestPointsSchema } from '#contract/nearest-points.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { startPublished } from '../start-published.ts';
import { ITEMS, nearestTo, OFF_THE_GRID, PUBLISHED, start, TOWN, WOLA } from './nearest-network.ts';

describe('Nearest points', () => {
  it.each(['edge', 'Node'] as const)(
    'points near a position have distance and summary, on %s',
    async (runtime) => {
      const { find, harness } = start(runtime);
      const { answer, body } = await find({ latitude: '52.053', longitude: '21.052' });
      expect(body).toEqual({
        place: {
          kind: 'position',
          name: '',
          city: null,
          country: null,
          ...OFF_THE_GRID,
          match: 'exact',
          unknown: null,
          precision: 'exact',
          withinMetres: 0,
        },
        origin: { precision: 'exact', metres: 0 },
        points: nearestTo(OFF_THE_GRID, 5),
        checkedAt: PUBLISHED.manifest.walkedAt,
      });
      // An address is personal: no cache in between stores the answer, no cookie is set, and the platform isn't requested.
      expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
      expect(answer.headers.has('set-cookie')).toBe(false);
      expect(harness.calls).toEqual([]);
    },
  );

  it.each([
    [
      { city: 'Piaseczno' },
      { kind: 'city', name: 'Piaseczno', country: 'PL', match: 'exact', unknown: null, precision: 'city' },
    ],
    [{ city: 'Piasezcno' }, { kind: 'city', name: 'Piaseczno', match: 'typo' }],
    [{ address: 'Piaseczno' }, { kind: 'city', name: 'Piaseczno', match: 'exact' }],
    [{ postalCode: '05500' }, { kind: 'postcode', name: '05-500', match: 'exact' }],
    [{ postalCode: '05-501' }, { kind: 'postcode', name: '05-500', match: 'near', unknown: '05-501' }],
    [
      { postalCode: '05-501', city: 'Piaseczno' },
      { kind: 'postcode', name: '05-500', match: 'near', unknown: '05-501', precision: 'postcode' },
    ],
    [
      { address: 'Leśna 3', city: 'Piaseczno' },
      { kind: 'city', name: 'Piaseczno', unknown: 'Leśna 3' },
    ],
    [{ address: '52.05, 21.05' }, { kind: 'position', match: 'exact' }],
  ])(
    'points near %j are those around it, and the answer says how the place was understood',
    async (query, place) => {
      const { body } = await start().find({ ...query, country: 'PL' });
      expect(body.place).toMatchObject({ ...place, ...TOWN });
      expect(body.points).toEqual(nearestTo(TOWN, 5, ({ country }) => country === 'PL'));
    },
  );

  // Proves: embedding/nearest-points.
  it('points near a house are those around that house, which is named with its city', async () => {
    const { body } = await start().find({ address: 'ul. Polna 7', city: 'Piaseczno' });
    const house = { latitude: 52.111, longitude: 21.11 };
    expect(body.place).toEqual({
      kind: 'house',
      name: 'Polna 7',
      city: 'Piaseczno',
      country: 'PL',
      ...house,
      match: 'exact',
      unknown: null,
      precision: 'exact',
      withinMetres: 0,
    });
    expect(body.points).toEqual(nearestTo(house, 5));
  });

  it.each([
    ['Polna 8', { kind: 'street', name: 'Polna', ...WOLA, unknown: '8', precision: 'street' }],
    ['Polna 7-a', { kind: 'street', name: 'Polna', latitude: 52.111, unknown: '7-a', precision: 'between' }],
    // The house is 8 km from the postcode, so there may be another one.
    ['Polna 7, 05-500', { kind: 'house', name: 'Polna 7', unknown: null, precision: 'between' }],
  ])('the answer says how exact its origin is: %j', async (address, place) => {
    const { body } = await start().find({ address, city: 'Piaseczno' });
    expect(body.place).toMatchObject(place);
  });

  it('the place may have no known city and country', async () => {
    const { find } = start();
    expect((await find({ city: 'Terranova' })).body.place).toEqual({
      ...{
        kind: 'city',
        name: 'Terranova',
        city: null,
        country: null,
        ...WOLA,
        match: 'exact',
        unknown: null,
      },
      ...{ precision: 'city', withinMetres: null },
    });
    expect((await find({ address: 'Via Sola' })).body.place).toMatchObject({
      ...{ kind: 'street', name: 'Via Sola', city: null, country: null, ...WOLA, precision: 'street' },
    });
  });

  it('a place name that several countries have is searched in the requested country', async () => {
    const { find } = start();
    expect((await find({ city: 'Wola', country: 'pl' })).body.place).toMatchObject(WOLA);
    expect((await find({ city: 'Wola', country: 'FR' })).body.place).toMatchObject(TOWN);
    expect((await find({ city: 'Wola', country: 'France' })).body.place).toMatchObject(TOWN);
    expect((await find({ city: 'Wola', country: 'United Kingdom, poland' })).body.place).toMatchObject(WOLA);
  });

  it('several countries are accepted in one parameter or in several, as clients write lists', async () => {
    const { harness } = start();
    const request = async (countries: string) =>
      (await harness.request(`/api/nearest-points?city=Piaseczno&limit=20&${countries}`)).text();
    const [joined, repeated, one] = await Promise.all(
      ['country=PL,FR', 'country=PL&country=FR', 'country=PL'].map(request),
    );
    expect(repeated).toEqual(joined);
    expect(joined).not.toEqual(one);
  });

  it('only points of the requested kinds are returned, without excluded ones, up to the limit', async () => {
    const query = { ...TOWN, type: 'PUDO', locationType: 'OUTDOOR', country: 'fr', limit: '20' };
    const fits = ({ type, locationType, country }: (typeof ITEMS)[number]) =>
      type === 'PUDO' && locationType === 'OUTDOOR' && country === 'FR';
    const excluded = nearestTo(TOWN, 2, fits).map(({ point }) => point.id);
    const { body } = await start().find({
      ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      excludeIds: excluded.join(','),
    });
    expect(body.points).toEqual(nearestTo(TOWN, 20, (item) => fits(item) && !excluded.includes(item.id)));
    expect(body.points.length).toBeGreaterThan(5);
  });

  it('only points that the shop’s rules accept are returned, with the labels of the rules', async () => {
    const [first, second] = nearestTo(TOWN, 2).map(({ point }) => point.id);
    const filter = {
      types: ['APM'],
      rules: [
        { ids: [second], reason: 'Too heavy for it.' },
        { ids: [first], label: 'Free' },
        { label: '9.99' },
      ],
    };
    const { body } = await start().find({ city: 'Piaseczno', country: 'PL', filter: JSON.stringify(filter) });
    const fits = ({ country, type, id }: (typeof ITEMS)[number]) =>
      country === 'PL' && type === 'APM' && id !== second;
    const expected = nearestTo(TOWN, 5, fits).map(({ point }) => point.id);
    expect(body.points.map(({ point, label }) => [point.id, label])).toEqual(
      expected.map((id) => [id, id === first ? 'Free' : '9.99']),
    );
  });

  describe('Nearest points with texts in a language', () => {
    const week = (...intervals: [string, string][]) => ({
      customer: Object.fromEntries(
        'monday tuesday wednesday thursday friday saturday sunday'
          .split(' ')
          .map((day) => [day, intervals.map(([start, end]) => ({ start, end }))]),
      ),
    });
    const address = {
      street: 'Polna',
      buildingNumber: '7',
      postalCode: '05-500',
      city: 'Piaseczno',
      countryCode: 'PL',
    };
    const KINDS = [
      { type: 'APM', country: 'PL', address, location247: true },
      { type: 'PUDO', country: 'PL', address, operatingHours: week(['15:00', '18:30'], ['09:00', '13:00']) },
      { type: 'PUDO', country: 'GB', displayName: 'Corner shop', operatingHours: week() },
      { type: 'DRONE' },
    ];
    const places = {
      places: [{ name: 'Piaseczno', kind: 'city' as const, count: 9, country: 'PL', ...TOWN }],
    };
    const MIDDLE = { latitude: '52', longitude: '21' };
    const request = async (query: Record<string, string>) => {
      const items = KINDS.map((kind, at) => ({ ...ITEMS[at]!, ...kind }));
      const { harness } = startPublished(await publish(items, places), 'edge');
      const answer = await harness.request(`/api/nearest-points?${new URLSearchParams(query)}`);
      return nearestPointsSchema.parse(await answer.json());
    };

    it.each([
      [
        'pl',
        ['Automat paczkowy · Czynne całą dobę', 'Sklep lub okienko · Dziś 9:00–13:00, 15:00–18:30'],
        ['Sklep lub okienko · Dziś nieczynne', 'DRONE'],
        ['10 m', '690 m', '0,9 mili', '2,1 km'],
      ],
      [
        'en-US',
        ['Parcel locker · Open round the clock', 'Shop or counter · Today 9:00 AM–1:00 PM, 3:00 PM–6:30 PM'],
        ['Shop or counter · Closed today', 'DRONE'],
        ['10 m', '690 m', '0.9 mi', '2.1 km'],
      ],
    ])(
      'points have lines and distances for shoppers: %s',
      async (language, [locker, counter], [shop, other], metres) => {
        const { points, texts } = await request({ ...MIDDLE, language });
        expect(texts?.more).toBe(language === 'pl' ? 'Więcej na mapie' : 'More on the map');
        expect(points.map((point) => point.texts?.lines)).toEqual([
          ['Polna 7', '05-500 Piaseczno', locker],
          // The same address as the one before.
          ['Polna 7', '05-500 Piaseczno', 'PL_1', counter],
          ['Corner shop', shop],
          ['PL_3', other],
        ]);
        expect(points.map((point) => point.texts?.distance)).toEqual(metres);
      },
    );

    it('the text of an inexact distance says that it is inexact', async () => {
      const { points } = await request({ city: 'Piaseczno', language: 'nl' });
      expect(points.length).toBe(4);
      for (const { texts } of points) expect(texts!.distance).toMatch(/^≈ \d/);
    });

    it('points have no texts without a language', async () => {
      const body = await request(MIDDLE);
      expect(body.texts).toBeUndefined();
      expect(body.points.some((point) => 'texts' in point)).toBe(false);
    });
  });

  it('an unknown place has no points', async () => {
    const { body } = await start().find({ city: 'Xyzzy' });
    expect(body).toMatchObject({ place: null, points: [] });
    for (const address of ['PL_77', 'Poland'])
      expect((await start().find({ address })).body.place).toBeNull();
  });

  it('if no point is of the requested kind, the answer has no points but still describes the place', async () => {
    const { body } = await start().find({ city: 'Piaseczno', type: 'DRONE' });
    expect([body.place?.name, body.points]).toEqual(['Piaseczno', []]);
  });
});
