import { describe, expect, it } from 'vitest';
import { nearestPointsSchema } from '../../src/lib/contract/nearest-points.ts';
import { summarizePoint } from '../../src/lib/contract/point-summary.ts';
import { distanceMetres } from '../../src/lib/network/distance.ts';
import { makeGrid } from '../unit/network/open-test-snapshot.ts';
import { publish } from '../unit/network/publish-in-memory.ts';
import { startHarness } from './harness.ts';
import { startPublished, type Runtime } from './start-published.ts';

/** A grid of points a kilometre apart, with a town in its middle and another at its end. */
const ITEMS = makeGrid(12);
const TOWN = { latitude: 52.05, longitude: 21.05 };
const WOLA = { latitude: 52.11, longitude: 21.11 };
/** No two points are equally near. */
const OFF_THE_GRID = { latitude: 52.053, longitude: 21.052 };
const PUBLISHED = await publish(ITEMS, {
  places: [
    { name: 'Piaseczno', kind: 'city', count: 9, country: 'PL', ...TOWN },
    { name: 'Wola', kind: 'city', count: 3, country: 'PL', ...WOLA },
    { name: 'Wola', kind: 'city', count: 2, country: 'FR', ...TOWN },
    { name: '05-500', kind: 'postcode', count: 4, country: 'PL', ...TOWN },
    { name: 'Terranova', kind: 'city', count: 1, country: '', ...WOLA },
  ],
  streets: [
    { name: 'Polna', city: 'Piaseczno', country: 'PL', ...WOLA, houses: [['7', 100, 0]] },
    { name: 'Via Sola', city: '', country: '', ...WOLA },
  ],
});
// A country is found by name once its position is known.
const LANDS = [{ code: 'PL', box: [14, 49, 24, 55], zones: [] }];
PUBLISHED.files.set('manifest.json', JSON.stringify({ ...PUBLISHED.manifest, countries: LANDS }));

function start(runtime: Runtime = 'edge') {
  const started = startPublished(PUBLISHED, runtime);
  const find = async (query: Record<string, string>) => {
    const answer = await started.harness.ask(`/api/nearest-points?${new URLSearchParams(query).toString()}`);
    expect(answer.status).toBe(200);
    return { answer, body: nearestPointsSchema.parse(await answer.json()) };
  };
  return { ...started, find };
}

/** The nearest points, computed directly. */
const nearestTo = (position: typeof TOWN, amount: number, fits = (_: (typeof ITEMS)[number]) => true) =>
  ITEMS.filter(fits)
    .map((point) => ({ point, metres: distanceMetres(position, point.coordinates) }))
    .sort((a, b) => a.metres - b.metres || (a.point.id < b.point.id ? -1 : 1))
    .slice(0, amount)
    .map(({ point, metres }) => ({
      distanceMetres: Math.round(metres),
      label: null,
      summary: summarizePoint(point),
      point,
    }));

describe('the nearest points', () => {
  it.each(['edge', 'Node'] as const)(
    'to a position are told with distance and summary, on %s',
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
  ])('to what %j means are those around it, and it is told how it was understood', async (query, place) => {
    const { body } = await start().find({ ...query, country: 'PL' });
    expect(body.place).toMatchObject({ ...place, ...TOWN });
    expect(body.points).toEqual(nearestTo(TOWN, 5, ({ country }) => country === 'PL'));
  });

  it('to a house are those around that house, which is told with its city', async () => {
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
    // The house lies 8 km from the postcode: perhaps there is another one.
    ['Polna 7, 05-500', { kind: 'house', name: 'Polna 7', unknown: null, precision: 'between' }],
  ])('tell how exact their origin is: %j', async (address, place) => {
    const { body } = await start().find({ address, city: 'Piaseczno' });
    expect(body.place).toMatchObject(place);
  });

  it('may be around what the network knows neither city nor country of', async () => {
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

  it('to a place of a name that several countries have are those of the country asked for', async () => {
    const { find } = start();
    expect((await find({ city: 'Wola', country: 'pl' })).body.place).toMatchObject(WOLA);
    expect((await find({ city: 'Wola', country: 'FR' })).body.place).toMatchObject(TOWN);
    expect((await find({ city: 'Wola', country: 'France' })).body.place).toMatchObject(TOWN);
    expect((await find({ city: 'Wola', country: 'United Kingdom, poland' })).body.place).toMatchObject(WOLA);
  });

  it('are of any of the countries asked for, in one parameter or in several, as clients write lists', async () => {
    const { harness } = start();
    const ask = async (countries: string) =>
      (await harness.ask(`/api/nearest-points?city=Piaseczno&limit=20&${countries}`)).text();
    const [joined, repeated, one] = await Promise.all(
      ['country=PL,FR', 'country=PL&country=FR', 'country=PL'].map(ask),
    );
    expect(repeated).toEqual(joined);
    expect(joined).not.toEqual(one);
  });

  it('are of the kinds asked for, without those excluded, and as many as asked for', async () => {
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

  it('are those that the shop’s rules let through, with what these write on them', async () => {
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
    const wanted = nearestTo(TOWN, 5, fits).map(({ point }) => point.id);
    expect(body.points.map(({ point, label }) => [point.id, label])).toEqual(
      wanted.map((id) => [id, id === first ? 'Free' : '9.99']),
    );
  });

  describe('in a language', () => {
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
    const ask = async (query: Record<string, string>) => {
      const items = KINDS.map((kind, at) => ({ ...ITEMS[at]!, ...kind }));
      const { harness } = startPublished(await publish(items, places), 'edge');
      const answer = await harness.ask(`/api/nearest-points?${new URLSearchParams(query)}`);
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
      'have lines and distances for shoppers: %s',
      async (language, [locker, counter], [shop, other], metres) => {
        const { points, texts } = await ask({ ...MIDDLE, language });
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

    it('say that a distance isn’t exact', async () => {
      const { points } = await ask({ city: 'Piaseczno', language: 'nl' });
      expect(points.length).toBe(4);
      for (const { texts } of points) expect(texts!.distance).toMatch(/^≈ \d/);
    });

    it('and without one have none', async () => {
      const body = await ask(MIDDLE);
      expect(body.texts).toBeUndefined();
      expect(body.points.some((point) => 'texts' in point)).toBe(false);
    });
  });

  it('to a name that nothing has are none', async () => {
    const { body } = await start().find({ city: 'Xyzzy' });
    expect(body).toMatchObject({ place: null, points: [] });
    for (const address of ['PL_77', 'Poland'])
      expect((await start().find({ address })).body.place).toBeNull();
  });

  it('of a kind that there is none of are none, and the place is told all the same', async () => {
    const { body } = await start().find({ city: 'Piaseczno', type: 'DRONE' });
    expect([body.place?.name, body.points]).toEqual(['Piaseczno', []]);
  });
});

describe('a question for the nearest points', () => {
  it.each([
    'latitude=90&longitude=180',
    'latitude=-90&longitude=-180',
    'latitude=0&longitude=0',
    `latitude=52.${'1'.repeat(20)}&longitude=21`,
    `city=${'a'.repeat(100)}`,
    `city=%20%20${'a'.repeat(100)}%20`,
    `address=${'a '.repeat(80)}`,
    `postalCode=${'1'.repeat(20)}`,
    'address=Polna%207%0A05-500%09Piaseczno%0D',
    'city=Wola&limit=1',
    'city=Wola&limit=20',
    `city=Wola&type=${'a,'.repeat(100)}`,
    'city=Wola&type=,APM,,PUDO,',
    'city=Wola&type=',
    'city=Wola&filter=',
    'city=Wola&country=pl',
  ])('is taken up to its limits: %s', async (query) => {
    const { harness } = start();
    expect((await harness.ask(`/api/nearest-points?${query}`)).status).toBe(200);
  });

  it.each([
    ['', 'postalCode, city or address, or latitude and longitude'],
    ['city=', 'postalCode'],
    ['latitude=52', 'longitude'],
    ['latitude=52&longitude=21&city=Wola', 'city'],
    ['latitude=1e1&longitude=0', 'latitude'],
    ['latitude=52&longitude=181', 'longitude'],
    ['latitude=90.1&longitude=0', 'from -90 to 90'],
    ['latitude=-90.1&longitude=0', 'from -90 to 90'],
    ['latitude=52&longitude=-181', 'from -180 to 180'],
    ['latitude=52&longitude=', 'longitude must be a number'],
    ['latitude=1234&longitude=0', 'latitude'],
    ['latitude=52.&longitude=0', 'latitude'],
    ['latitude=.5&longitude=0', 'latitude'],
    ['latitude=%2B52&longitude=0', 'latitude'],
    ['latitude=x52&longitude=0', 'latitude'],
    ['latitude=52x&longitude=0', 'latitude'],
    [`latitude=52.${'1'.repeat(21)}&longitude=0`, 'latitude'],
    ['longitude=21', 'latitude and longitude are taken together only'],
    ['city=Wola&limit=', 'a whole number from 1 to 20'],
    ['city=Wola&limit=01', 'limit'],
    ['city=Wola&limit=1x', 'limit'],
    ['city=Wola&country=P', 'PL,CZ'],
    ['city=Wola&country=PLX', 'PL,CZ'],
    ['city=Wola&country=PL,1', 'PL,CZ'],
    ['city=Wola&limit=21', '20'],
    ['city=Wola&limit=0', 'limit'],
    ['city=Wola&limit=-1', 'limit'],
    ['city=Wola&limit=1.5', 'limit'],
    ['city=Wola&contry=PL', 'country'],
    ['city=Wola&country=Nowhere', 'PL,CZ'],
    ['city=Wola&city=Wola', 'city'],
    ['city=Wola&limit=1&limit=2', 'limit'],
    [`city=${'a'.repeat(101)}`, '100'],
    [`address=${'a '.repeat(81)}b`, '160'],
    [`postalCode=${'1'.repeat(21)}`, '20'],
    ['city=Wola%00', 'city'],
    ['address=a%0d%0aset-cookie:a%1b', 'address'],
    [`city=Wola&type=${'a,'.repeat(101)}`, 'type'],
    ['city=Wola&filter={', 'JSON'],
    ['city=Wola&filter={"openNow":1}', 'openNow'],
    ['city=Wola&filter={"rules":[{"ids":["A"]}]}', 'filter.rules.0: needs a reason or a label.'],
    [`city=Wola&filter=${'1'.repeat(4_001)}`, '4000'],
    [`city=Wola&excludeIds=${'a,'.repeat(101)}`, 'excludeIds'],
  ])(
    'is refused before anything is read where it makes no sense, by name and with the fix: %s (case 130)',
    async (query, named) => {
      const { harness, asked } = start();
      const answer = await harness.ask(`/api/nearest-points?${query}`);
      const body = (await answer.json()) as { error: string; message: string };
      expect([answer.status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.message).toContain(named);
      // A shop's page must be able to read the error.
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(asked).toEqual([]);
    },
  );

  it.each([
    'a&b',
    '../../manifest.json',
    '__proto__',
    'constructor',
    '%00',
    '%2e%2e%2f',
    '\'"<script>',
    '🏤',
    '\u202e',
    'a'.repeat(100),
  ])('takes %s as the name of a town that there isn’t (case 130)', async (city) => {
    const { body } = await start().find({ city });
    expect(body).toMatchObject({ place: null, points: [] });
  });

  it('leaves no address in the log (case 130)', async () => {
    const { harness, find } = start();
    await find({ address: 'Polna 7', city: 'Piaseczno' });
    await harness.ask('/api/nearest-points?city=Piaseczno&limit=99');
    expect(harness.logs.map(({ route }) => route)).toEqual(['/api/nearest-points', '/api/nearest-points']);
    expect(JSON.stringify(harness.logs)).not.toMatch(/Polna|Piaseczno/);
  });

  it.each(['edge', 'Node'] as const)(
    'reads no file that was read before, on %s (case 131)',
    async (runtime) => {
      const { find, asked } = start(runtime);
      const walk = async () => {
        for (const query of [
          { city: 'Piaseczno' },
          { address: 'Polna 7, Wola' },
          { city: 'Wola', type: 'APM' },
        ])
          await find(query);
      };
      await walk();
      asked.length = 0;
      await walk();
      expect(asked).toEqual([]);
    },
  );

  it('reads so many files at most, however many words it has (case 131)', async () => {
    const words = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at).repeat(4));
    const { find, asked } = start();
    await find({ address: words.join(' ').slice(0, 160), city: 'Piaseczn Polny', postalCode: '99-999' });
    expect(asked.length).toBeLessThan(100);
  });

  it('has a path that no point’s id has: a point called "nearest" is checked like any other', async () => {
    const { harness } = start();
    for (const query of ['', '?latitude=52.05&longitude=21.05', '?country=PL']) {
      const answer = await harness.ask(`/api/points/nearest${query}`);
      expect(await answer.json()).toMatchObject({ id: 'nearest', status: 'mistyped', isValid: false });
    }
  });

  it('reads sixty items at most for a rule, however many points it rejects', async () => {
    const items = makeGrid(40);
    const published = await publish(items);
    const { harness, asked } = startPublished(published, 'edge');
    const filter = JSON.stringify({ rules: [{ reason: 'None of them.' }] });
    const answer = await harness.ask(
      `/api/nearest-points?latitude=52.2&longitude=21.2&filter=${encodeURIComponent(filter)}`,
    );
    expect(await answer.json()).toMatchObject({ points: [] });
    const read = asked.filter((name) => name.includes('/chunks/')).length;
    expect([read > 0, read <= 60]).toEqual([true, true]);
  });
});

describe('where no network can be searched', () => {
  it('it is said that none is published, for pages of other sites to read', async () => {
    const answer = await startHarness().ask('/api/nearest-points?city=Wola');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      error: 'not_published',
      message: 'No network is published here; its operator runs "npm run snapshot".',
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['fail', 503, 503, 'temporarily_unavailable'],
    ['are of another kind', 200, 502, 'server_error'],
  ])('while its files %s, that is no empty list', async (_what, status, answered, error) => {
    const { ask } = startHarness({ servePage: () => new Response('<html>', { status }) });
    const answer = await ask('/api/nearest-points?city=Wola');
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([answered, error]);
  });
});
