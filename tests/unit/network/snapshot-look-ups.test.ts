import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { somePoints } from './make-points.ts';
import { makeGrid, makeItems, openTest } from './open-test-snapshot.ts';
import { VERSION } from './publish-in-memory.ts';

const abort = () => {
  const controller = new AbortController();
  controller.abort();
  return controller.signal;
};

describe('a point looked up by its id', () => {
  it('is found where it stands, whole item included; one that is gone is null', async () => {
    await fc.assert(
      fc.asyncProperty(somePoints.map(makeItems), fc.constantFrom(1, 6, 40), async (items, pointsInBlock) => {
        const { snapshot, published } = await openTest(items, { pointsInBlock });
        for (const item of items) {
          const found = await snapshot.findById(item.id);
          expect(found).toMatchObject({ id: item.id, type: item.type });
          expect(published.ordered[found!.place]!.id).toBe(item.id);
          expect(await snapshot.readItem(found!)).toEqual(item);
        }
        for (const id of ['', 'PL_', 'PL_9999999', 'zz', '__proto__']) {
          expect(await snapshot.findById(id)).toBeNull();
        }
      }),
      { numRuns: 15 },
    );
  });

  it('asks for the index, one or two pages and one block, not for everything', async () => {
    const { snapshot, host } = await openTest(makeGrid(20));
    await snapshot.findById('PL_123');
    expect(host.requested.length).toBeLessThanOrEqual(5);
  });

  it('tells why when its block can’t be had, instead of calling it gone', async () => {
    const { snapshot, host } = await openTest(makeGrid(3));
    host.instead = (name) => (name.endsWith('.bin') ? new Response('', { status: 503 }) : null);
    await expect(snapshot.findById('PL_1')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('can be given up', async () => {
    const { snapshot } = await openTest(makeGrid(3));
    const signal = abort();
    for (const call of [
      snapshot.findById('PL_1', signal),
      snapshot.readItem({ id: 'PL_1', place: 0 }, signal),
      snapshot.findPlaces('wa', 3, signal),
      snapshot.nearest({ latitude: 52, longitude: 21 }, 2, { signal }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'aborted' });
    }
    expect((await snapshot.findById('PL_1'))?.id).toBe('PL_1');
  });
});

describe('a point’s item', () => {
  it('is found by its id when it no longer stands where it stood', async () => {
    const { snapshot } = await openTest(makeGrid(4));
    expect((await snapshot.readItem({ id: 'PL_7', place: 0 }))?.id).toBe('PL_7');
  });

  it('is null when the network no longer has it', async () => {
    const { snapshot } = await openTest(makeGrid(4));
    expect(await snapshot.readItem({ id: 'PL_nobody', place: 3 })).toBeNull();
  });

  it('reads a chunk once for its neighbours', async () => {
    const { snapshot, host, published } = await openTest(makeGrid(4));
    for (const place of [0, 1, 2, 3]) {
      await snapshot.readItem({ id: published.ordered[place]!.id, place });
    }
    expect(host.countRequests(`${VERSION}/chunks/0.json`)).toBe(1);
  });

  it('can be asked for again after a failure', async () => {
    const { snapshot, host, published } = await openTest(makeGrid(4));
    const point = { id: published.ordered[0]!.id, place: 0 };
    host.instead = () => new Response('<html>');
    await expect(snapshot.readItem(point)).rejects.toMatchObject({ code: 'malformed' });
    host.instead = () => null;
    expect((await snapshot.readItem(point))?.id).toBe(point.id);
  });
});

describe('places', () => {
  const places = [
    { name: 'Łódź', kind: 'city', count: 90 },
    { name: 'Łódź-Górna', kind: 'city', count: 7 },
    { name: 'Lodz', kind: 'city', count: 2 },
    { name: 'Straße', kind: 'city', count: 3 },
    { name: 'Sønderborg', kind: 'city', count: 4 },
    { name: 'Ærø', kind: 'city', count: 5 },
    { name: 'Œuilly', kind: 'city', count: 6 },
    { name: 'Wien', kind: 'city', count: 50 },
    { name: 'Warszawa', kind: 'city', count: 300 },
    { name: 'Wałbrzych', kind: 'city', count: 30 },
    { name: 'W1A 1AA', kind: 'postcode', count: 999 },
    { name: '00-001', kind: 'postcode', count: 9 },
    { name: '00-002', kind: 'postcode', count: 12 },
  ];
  const open = async () => (await openTest(makeGrid(2), { places })).snapshot;
  const find = async (query: string, limit = 10) =>
    (await (await open()).findPlaces(query, limit)).map(({ name }) => name);

  it.each([
    ['Łódź', ['Łódź', 'Lodz', 'Łódź-Górna']],
    ['lodz', ['Łódź', 'Lodz', 'Łódź-Górna']],
    ['LODZ GOR', ['Łódź-Górna']],
    ['strasse', ['Straße']],
    ['STRASSE', ['Straße']],
    ['sonder', ['Sønderborg']],
    ['aero', ['Ærø']],
    ['Ær', ['Ærø']],
    ['oeuil', ['Œuilly']],
    ['œ', ['Œuilly']],
    ['  wARSz ', ['Warszawa']],
    ['00-00', ['00-002', '00-001']],
    ['0000', ['00-002', '00-001']],
    ['00 001', ['00-001']],
    ['00001', ['00-001']],
    ['w1a1', ['W1A 1AA']],
    ['w1 a1aa', ['W1A 1AA']],
    ['xyz', []],
    ['x', []],
    ['', []],
    [' - ', []],
  ])('are found by %j, however it is written', async (query, names) => {
    expect(await find(query)).toEqual(names);
  });

  it('come with cities before postcodes, those with most points first, for one letter and for two', async () => {
    expect(await find('w')).toEqual(['Warszawa', 'Wien', 'Wałbrzych', 'W1A 1AA']);
    expect(await find('wa')).toEqual(['Warszawa', 'Wałbrzych']);
    expect(await find('w', 2)).toEqual(['Warszawa', 'Wien']);
  });

  it('are offered by size: cities only, no suburbs, of all countries or of some', async () => {
    const far = places.map((place, at) => ({ ...place, latitude: 40 + at }));
    const suburb = { name: 'Pruszków', kind: 'city', count: 200, latitude: 48.1 };
    const offered = [...far, suburb, { name: 'Praha', kind: 'city', count: 70, country: 'CZ' }];
    const { snapshot } = await openTest(makeGrid(2), { places: offered });
    const names = async (limit: number, countries: string[]) =>
      (await snapshot.largestCities(limit, countries)).map(({ name }) => name);
    expect(await names(3, [])).toEqual(['Warszawa', 'Łódź', 'Praha']);
    expect(await names(9, ['CZ'])).toEqual(['Praha']);
    expect(await names(9, ['FR'])).toEqual([]);
  });

  it('leave out a row that is not as it should be', async () => {
    const { snapshot, host } = await openTest(makeGrid(2), { places });
    const good = ['lodz', 'Łódź', 'city', 'PL', 51, 19, 9, null, 'a later column'];
    const bad = [
      null,
      ['lodz'],
      ['lodz', 'X', 'village', 'PL', 51, 19, 1],
      ['lodz', 'X', 'city', 'PL', 951, 19, 1],
    ];
    host.instead = (name) =>
      /places\/\d+\.json$/.test(name) ? new Response(JSON.stringify([...bad, good])) : null;
    const found = await snapshot.findPlaces('lodz', 1);
    expect(found).toEqual([
      {
        name: 'Łódź',
        otherName: '',
        kind: 'city',
        country: 'PL',
        latitude: 51,
        longitude: 19,
        count: 9,
        match: 'exact',
      },
    ]);
  });

  it('find all that stand on a page boundary', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.stringMatching(/^[ab]{3,6}$/), { minLength: 1, maxLength: 15 }),
        fc.stringMatching(/^[ab]{3}$/),
        async (names, prefix) => {
          const { snapshot } = await openTest([], {
            places: names.map((name) => ({ name, kind: 'city', count: 1 })),
          });
          const found = (await snapshot.findPlaces(prefix, 99)).map(({ name }) => name);
          expect(found).toEqual(names.filter((name) => name.startsWith(prefix)).sort());
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('points by their own names', () => {
  const NAMES = ['Groene stad', 'Groene Hart', 'Kuressaare postkontor', 'Kuressaare Rimi', 'Groenland'];
  const named = makeGrid(6).map((item, at) => ({
    ...item,
    country: 'NL',
    ...(at < 5 && { name: NAMES[at] }),
  }));
  const question = { countries: [], near: null, limit: 5 };

  it.each([
    ['Groene stad', ['Groene stad exact']],
    ['groene', ['Groene Hart words', 'Groene stad words']],
    ['GROEN', ['Groene Hart prefix', 'Groene stad prefix', 'Groenland prefix']],
    ['Kuressaare postkontr', ['Kuressaare postkontor typo']],
    ['Kuressaare posztkontor', ['Kuressaare postkontor typo']],
    ['Kuressaare poztkontr', []],
    ['stad', []],
    ['gr', []],
    ['123', []],
  ])('are found by %j', async (beginning, found) => {
    const { snapshot } = await openTest(named, { rowsInPage: 10 });
    const points = await snapshot.findNames({ ...question, beginning });
    expect(points.map(({ name, match }) => `${name} ${match}`)).toEqual(found);
  });

  it('come with what tells them apart, the nearest first, in the countries asked for', async () => {
    const twins = makeGrid(2).map((item, at) => ({
      ...item,
      country: at < 2 ? 'NL' : 'BE',
      name: 'Twin shop',
    }));
    const { snapshot } = await openTest(twins, { rowsInPage: 10 });
    const [near] = await snapshot.findNames({
      ...question,
      beginning: 'twin shop',
      near: { latitude: 52.01, longitude: 21.01 },
    });
    expect(near).toEqual({
      id: 'PL_3',
      name: 'Twin shop',
      street: '',
      city: '',
      country: 'BE',
      latitude: 52.01,
      longitude: 21.01,
      match: 'exact',
    });
    const dutch = await snapshot.findNames({ ...question, beginning: 'twin', countries: ['NL'] });
    expect(dutch.map(({ id }) => id).sort()).toEqual(['PL_0', 'PL_1']);
  });

  it('cost the index and one page, wherever in the table they are', async () => {
    const many = makeGrid(12).map((item, at) => ({ ...item, name: `Shop ${100 + at}` }));
    for (const at of [0, 2, 3, 70, 143]) {
      const { snapshot, host } = await openTest(many, { rowsInPage: 3 });
      const requested = host.requested.length;
      const [found] = await snapshot.findNames({ ...question, beginning: `shop ${100 + at}` });
      expect(found).toMatchObject({ name: `Shop ${100 + at}`, match: 'exact' });
      expect(host.requested.length - requested).toBe(2);
    }
  });
});
