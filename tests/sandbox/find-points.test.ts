import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startCarrier } from './carrier-client.ts';
import { switchFaults, type Json } from './sandbox-client.ts';

interface Item extends Json {
  id: string;
  type: string;
  country: string;
  coordinates: { latitude: number; longitude: number };
  address: { country: string; city: string; postalCode: string; administrativeArea: string | null };
  capabilities: string[];
  distance: number;
}

const carrier = await startCarrier();
afterEach(() => switchFaults(carrier.sandbox, []));
afterAll(() => carrier.close());

const pageOf = async (path: string) =>
  (await carrier.request('GET', `/location/v1/${path}`)) as unknown as Json & {
    count: number;
    items: Item[];
  };
const pages = [1, 2, 3, 4].map((page) => pageOf(`points?perPage=500&page=${page}`));
const all = (await Promise.all(pages)).flatMap(({ items }) => items);
const query = (entries: Record<string, string>) => new URLSearchParams(entries).toString();
const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

describe('Single point', () => {
  it('equals the list’s item, plus its guaranteed temperatures', async () => {
    const point = await carrier.request('GET', `/location/v1/points/${carrier.locker.id}`);
    expect(point).toEqual({ status: 200, ...carrier.locker, guaranteedLockerTemperatures: null });
  });

  it('404 if unknown or closed', async () => {
    const path = `/location/v1/points/${carrier.locker.id}`;
    expect((await carrier.send('GET', '/location/v1/points/PL_NONE')).status).toBe(404);
    await switchFaults(carrier.sandbox, [{ kind: 'close', ids: [carrier.locker.id] }]);
    expect((await carrier.send('GET', path)).status).toBe(404);
  });
});

describe('Conditions of the list', () => {
  it.each<[Record<string, string>, (item: Item) => boolean]>([
    [{ 'address.country': 'PL' }, ({ country }) => country === 'PL'],
    [{ type: 'APM' }, ({ type }) => type === 'APM'],
    [
      { type: 'APM,PUDO', 'address.country': 'IT' },
      ({ type, country }) => ['APM', 'PUDO'].includes(type) && country === 'IT',
    ],
    [{ capabilities: 'PARCEL_COLLECT' }, ({ capabilities }) => capabilities.includes('PARCEL_COLLECT')],
    [
      { capabilities: 'PARCEL_COLLECT,PARCEL_SEND' },
      ({ capabilities }) => capabilities.includes('PARCEL_COLLECT') && capabilities.includes('PARCEL_SEND'),
    ],
  ])('%j match exactly the points of the answer', async (conditions, matches) => {
    const expected = idsOf(all.filter(matches));
    const answer = await pageOf(`points?${query({ ...conditions, perPage: '500' })}`);
    expect(answer.count).toBe(expected.length);
    expect(idsOf(answer.items)).toEqual(expected.slice(0, 500));
    expect(expected.length).toBeGreaterThan(10);
    expect(expected.length).toBeLessThan(all.length);
  });

  it('city and postcode are folded, and areas work too', async () => {
    const point = all.find(
      ({ address }) => /[^ -~]/.test(address.city) && address.administrativeArea !== null,
    )!;
    const { city, postalCode, administrativeArea } = point.address;
    for (const condition of [
      { 'address.city': city.toUpperCase() },
      { 'address.postalCode': postalCode.replaceAll(/[ -]/g, '') },
      { 'address.administrativeArea': administrativeArea! },
    ])
      expect(idsOf((await pageOf(`points?${query({ ...condition, perPage: '500' })}`)).items)).toContain(
        point.id,
      );
  });

  it('leave out closed points', async () => {
    const conditions = query({ 'address.country': 'PL', perPage: '1' });
    const before = await pageOf(`points?${conditions}`);
    await switchFaults(carrier.sandbox, [{ kind: 'close', ids: [before.items[0]!.id] }]);
    const after = await pageOf(`points?${conditions}`);
    expect(after.count).toBe(before.count - 1);
    expect(after.items[0]!.id).not.toBe(before.items[0]!.id);
  });

  it('limit works instead of paging', async () => {
    expect((await pageOf('points?limit=3')).items).toHaveLength(3);
  });
});

describe('Points around a position', () => {
  const near = (entries: Record<string, string>) => pageOf(`points/search-by-location?${query(entries)}`);
  const positionOf = ({ coordinates }: Pick<Item, 'coordinates'>) =>
    `${coordinates.latitude},${coordinates.longitude}`;

  it('nearest first, with whole metres', async () => {
    const relativePoint = positionOf(carrier.locker);
    const { items } = await near({ relativePoint, maxDistance: '200000', perPage: '100' });
    expect(items[0]).toMatchObject({ distance: 0 });
    expect(items.length).toBeGreaterThan(3);
    const distances = items.map(({ distance }) => distance);
    for (const distance of distances) expect(Number.isInteger(distance)).toBe(true);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(distances.at(-1)).toBeLessThanOrEqual(200_000);
    expect(items.find(({ id }) => id === carrier.locker.id)).toMatchObject({ ...carrier.locker });
  });

  it('all within the distance', async () => {
    const centre = all.find(({ country, coordinates }) => country === 'GB' && coordinates.latitude > 50)!;
    // Use a different formula than the sandbox.
    const metres = ({ coordinates: { latitude, longitude } }: Item) => {
      const up = (latitude - centre.coordinates.latitude) * 111_195;
      const along =
        (longitude - centre.coordinates.longitude) *
        111_195 *
        Math.cos((centre.coordinates.latitude * Math.PI) / 180);
      return Math.hypot(up, along);
    };
    const within = (most: number) => idsOf(all.filter((item) => metres(item) < most));
    const { items, count } = await near({
      relativePoint: positionOf(centre),
      maxDistance: '30000',
      perPage: '500',
    });
    expect(count).toBe(items.length);
    for (const id of within(29_800)) expect(idsOf(items)).toContain(id);
    for (const id of idsOf(items)) expect(within(30_200)).toContain(id);
  });

  it('support conditions, closing and paging', async () => {
    const entries = { relativePoint: positionOf(carrier.locker), maxDistance: '300000', perPage: '5' };
    const lockers = await near({ ...entries, type: 'APM' });
    expect(lockers.items.map(({ type }) => type)).toEqual(Array(lockers.items.length).fill('APM'));
    expect(idsOf((await near({ ...entries, page: '2' })).items)).not.toContain(lockers.items[0]!.id);
    await switchFaults(carrier.sandbox, [{ kind: 'close', ids: [lockers.items[0]!.id] }]);
    expect((await near({ ...entries, type: 'APM' })).items[0]!.id).toBe(lockers.items[1]!.id);
  });

  it('Points around a postcode: around the middle of its points', async () => {
    const { postalCode, country } = all.find(
      ({ country: code, coordinates }) => code === 'DE' && coordinates.latitude > 40,
    )!.address;
    const { items } = await near({ relativePostCode: postalCode, 'address.country': country });
    expect(items[0]!.address.postalCode).toBe(postalCode);
    expect(items[0]!.distance).toBeLessThan(10_000);
  });

  it.each([
    [{}, { relativePoint: ['required'] }],
    [{ relativePoint: 'here' }, { relativePoint: ['invalid'] }],
    [{ relativePoint: '1,2', maxDistance: 'far' }, { maxDistance: ['invalid'] }],
    [{ relativePostCode: 'nowhere' }, { relativePostCode: ['not_found'] }],
  ])('refuse %j', async (entries, errors) => {
    expect(await near(entries as Record<string, string>)).toMatchObject({ status: 422, errors });
  });
});
