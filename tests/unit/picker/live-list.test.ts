import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { describePoint } from '#contract/point-details.ts';
import type { PointsPageAnswer } from '#platform/point.ts';
import { LiveList } from '../../../src/lib/picker/live-list.ts';

const ANYWHERE = { west: -180, south: -85, east: 180, north: 85 };
const item = (id: string, longitude: number, type = 'APM') => ({
  id,
  coordinates: { latitude: 52, longitude },
  type,
  locationType: 'INDOOR',
  capabilities: longitude === 25 ? undefined : ['PARCEL_SEND'],
  displayName: `Locker ${id}`,
  colour: 'yellow',
});
/** Malformed items are logged. */
vi.spyOn(console, 'warn').mockImplementation(() => undefined);

/** A list of two points per page whose pages can be made to fail, and whose requests are recorded. */
function open(items: readonly unknown[]) {
  const failing = new Set<number>();
  const requested: number[] = [];
  const readPage = (page: number): Promise<PointsPageAnswer> =>
    requested.push(page) && failing.has(page)
      ? Promise.reject(new AppError('unavailable', 'not now'))
      : Promise.resolve({
          count: items.length,
          page,
          perPage: 2,
          totalPages: Math.ceil(items.length / 2),
          items: items.slice(2 * page - 2, 2 * page),
        });
  const list = new LiveList(readPage);
  const phases: string[] = [];
  list.onchange(() => phases.push(list.reading.phase));
  return { list, failing, requested, phases };
}

const FIVE = [21, 22, 23, 24, 25].map((longitude) => item(`PL_${longitude}`, longitude));

describe('the live list', () => {
  it('the list has all its points once it is read, and reports that', async () => {
    const { list, phases } = open(FIVE);
    expect(list.reading).toMatchObject({ phase: 'reading', progress: null });
    await list.renew();
    expect([list.count, list.reading.phase, list.reading.progress?.points]).toEqual([5, 'done', 5]);
    expect([phases[0], phases.at(-1)]).toEqual(['reading', 'done']);
  });

  it('the list has a new version whenever points may have changed', async () => {
    const { list } = open(FIVE);
    const { version } = list;
    await list.renew();
    expect(list.version).not.toBe(version);
  });

  it('items that can’t be placed are counted by reason', async () => {
    const { list } = open([...FIVE, { id: 'PL_0', coordinates: { latitude: 0, longitude: 0 } }, null]);
    await list.renew();
    expect(list.reading.rejected).toEqual({ coordinates_zero: 1, not_an_object: 1 });
  });

  it('failed pages are listed, and only those are read again', async () => {
    const { list, failing, phases } = open(FIVE);
    failing.add(2);
    await list.renew();
    expect(list.reading).toMatchObject({ phase: 'done', failedPages: [2] });
    expect(list.count).toBe(3);
    failing.clear();
    phases.length = 0;
    await list.reading.resume();
    expect(list.reading).toMatchObject({ phase: 'done', failedPages: [] });
    expect([list.count, phases[0]]).toEqual([5, 'missing']);
  });

  it('a list that can’t be read reports the error, and starts over on retry', async () => {
    const { list, failing } = open(FIVE);
    for (const page of [1, 2, 3]) failing.add(page);
    await list.renew();
    expect(list.reading).toMatchObject({ phase: 'failed', error: { code: 'unavailable' } });
    failing.clear();
    await list.reading.resume();
    expect(list.reading).toMatchObject({ phase: 'done', error: null });
    expect(list.count).toBe(5);
  });

  it('renewing reads the whole list again', async () => {
    const { list, requested } = open(FIVE);
    await list.renew();
    await list.renew();
    expect(requested.toSorted()).toEqual([1, 1, 2, 2, 3, 3]);
    expect([list.count, list.reading.phase]).toEqual([5, 'done']);
  });

  it('a closed list reports nothing more', async () => {
    const { list, phases } = open(FIVE);
    const reading = list.renew();
    list.close();
    phases.length = 0;
    await reading;
    expect(phases).toEqual([]);
  });
});

describe('searching the live list', () => {
  it('the nearest points in a box are found, with the known data of each point', async () => {
    const { list } = open([...FIVE, item('PL_X', 21.5, ''), item('PL_Y', 21.6, 'PUDO')]);
    await list.renew();
    const request = async (filter: Parameters<LiveList['nearest']>[2]) =>
      (await list.nearest({ latitude: 52, longitude: 21.5 }, 3, filter)).points.map(({ point }) => point.id);
    expect(await request({ within: ANYWHERE })).toEqual(['PL_X', 'PL_Y', 'PL_21']);
    // An unknown value is a value like any other, as in a published network.
    expect(await request({ within: ANYWHERE, filter: { types: ['APM', ''] } })).toEqual([
      'PL_X',
      'PL_21',
      'PL_22',
    ]);
    expect(await request({ within: ANYWHERE, filter: { types: ['APM'] } })).toEqual([
      'PL_21',
      'PL_22',
      'PL_23',
    ]);
    expect(await request({ within: ANYWHERE, filter: { excludedIds: ['PL_X'] } })).not.toContain('PL_X');
  });

  it('only points in the shop’s lists are drawn and counted, also those that are read later', async () => {
    const { list, failing } = open([...FIVE, item('PL_X', 26, ''), item('PL_Y', 27, 'PUDO')]);
    failing.add(2);
    list.setFilter({ types: ['PUDO', ''], excludedIds: ['PL_Y'] });
    await list.renew();
    failing.clear();
    await list.reading.resume();
    const drawn = () =>
      list.source
        .clustersIn(ANYWHERE, 22)
        .flatMap(({ members }) => members.map(({ id }) => id))
        .sort();
    expect(drawn()).toEqual(['PL_X']);
    list.setFilter({ types: ['APM'] });
    expect(drawn()).toEqual(FIVE.map(({ id }) => id));
    list.setFilter(null);
    expect(drawn()).toHaveLength(7);
    expect(list.countMatching({ types: ['APM'] })).toBe(5);
    expect(list.counts()).toMatchObject({
      types: new Map([
        ['APM', 5],
        ['', 1],
        ['PUDO', 1],
      ]),
      countries: new Map([['', 7]]),
    });
    list.source.remove(['PL_Y']);
    expect([drawn(), list.countMatching({ types: ['PUDO'] })]).toEqual([
      [...FIVE.map(({ id }) => id), 'PL_X'],
      0,
    ]);
    // Values that no point has aren't offered.
    expect([...list.counts().types.keys()].sort()).toEqual(['', 'APM']);
  });

  it('nothing is nearest without a box, because unread points may be nearer', async () => {
    const { list } = open(FIVE);
    await list.renew();
    expect(await list.nearest({ latitude: 52, longitude: 21 }, 3)).toMatchObject({
      points: [],
      complete: false,
    });
  });

  it('points are found by their whole ids, and named without another request', async () => {
    const { list } = open(FIVE);
    await list.renew();
    expect((await list.findById('PL_22'))?.longitude).toBeCloseTo(22, 4);
    expect([await list.findIds('PL_22'), await list.findIds('PL_2')]).toEqual([['PL_22'], []]);
    expect(list.brief('PL_22')).toMatchObject({ id: 'PL_22', displayName: 'Locker PL_22' });
    expect(list.brief('PL_22')).not.toHaveProperty('colour');
    expect(list.brief('PL_99')).toBeNull();
  });

  it('rows have the same titles as the cards of their items, whichever field has the name', async () => {
    const address = { street: 'Rynek', buildingNumber: '7' };
    const titled = [
      { displayName: 'Mill', name: 'Shop' },
      { displayName: undefined, name: 'Shop' },
      { displayName: 'unknown', name: 'Shop' },
      { displayName: undefined, address: { ...address, buildingNumber: '24/7 Locker at Rynek Station' } },
      { displayName: undefined },
    ].map((fields, at) => ({ ...item(`PL_${at}`, 21), address, ...fields }));
    const { list } = open(titled);
    await list.renew();
    const titles = titled.map(({ id }) => describePoint(list.brief(id)!).name);
    expect(titles).toEqual(titled.map((whole) => describePoint(whole).name));
    expect(titles).toEqual(['Mill', 'Shop', 'Shop', '24/7 Locker at Rynek Station', 'Rynek 7']);
  });

  it('the data for a shop’s rules is known without another request', async () => {
    const { list } = open(FIVE);
    await list.renew();
    const requested = ['PL_21', 'PL_24', 'PL_25'].map((id) => describePoint(list.brief(id)!));
    expect(
      requested.map(({ type, locationType, capabilities }) => [type, locationType, capabilities]),
    ).toEqual([
      ['APM', 'INDOOR', ['PARCEL_SEND']],
      ['APM', 'INDOOR', ['PARCEL_SEND']],
      ['APM', 'INDOOR', []],
    ]);
  });
});
