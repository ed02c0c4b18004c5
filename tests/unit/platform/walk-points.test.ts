import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import type { PointsPageAnswer } from '#platform/point.ts';
import { walkPoints, type WalkOptions, type WalkedPage } from '#platform/walk-points.ts';

const point = (id: string) => ({ id, coordinates: { latitude: 52, longitude: 21 } });
const makeItems = (count: number, prefix = 'PL_') =>
  Array.from({ length: count }, (_, index) => point(`${prefix}${index}`));

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id).sort();

/** A platform that splits its current list into pages at each request. */
function cut(list: () => unknown[], perPage: number) {
  return (page: number): Promise<PointsPageAnswer> => {
    const items = list();
    const totalPages = Math.ceil(items.length / perPage);
    const cutItems = items.slice((page - 1) * perPage, page * perPage);
    return Promise.resolve({ count: items.length, page, perPage, totalPages, items: cutItems });
  };
}

async function walk(options: WalkOptions) {
  const pages: WalkedPage[] = [];
  const walking = walkPoints(options);
  for await (const page of walking) pages.push(page);
  return {
    progress: walking.progress,
    ids: pages.flatMap(({ points }) => points.map(({ id }) => id)),
    rejected: pages.flatMap((page) => page.rejected),
    gone: pages.flatMap((page) => page.gone),
    pages,
  };
}

describe('Crawl of the points list', () => {
  it('it yields every point once, for any size, page size, concurrency and order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('list' as const, 'spread' as const),
        async (count, perPage, concurrency, order) => {
          const items = makeItems(count);
          const { ids, progress } = await walk({ readPage: cut(() => items, perPage), concurrency, order });
          expect([...ids].sort()).toEqual(idsOf(items));
          expect(progress).toMatchObject({ count, points: count, repeated: 0, moved: false, pass: 1 });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('it reads exactly as many pages at a time as allowed', async () => {
    let underWay = 0;
    let most = 0;
    const cutPage = cut(() => makeItems(100), 5);
    const readPage = async (page: number) => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return cutPage(page);
    };
    await walk({ readPage, concurrency: 4 });
    expect(most).toBe(4);
  });

  it('it follows the page size that the server really uses', async () => {
    // A server with an upper limit returns 25 items per page although 500 were requested.
    const { ids } = await walk({ readPage: cut(() => makeItems(101), 25) });
    expect(new Set(ids).size).toBe(101);
  });

  it('it sets invalid items aside with a reason and keeps the rest of their page unchanged', async () => {
    const good = { ...point('PL_1'), later: { deep: [1] }, type: 'DRONE_PAD' };
    const items = [
      good,
      null,
      { ...point(''), id: 7 },
      { id: 'PL_2', coordinates: { latitude: '52', longitude: 21 } },
      { id: 'PL_3', coordinates: { latitude: 91, longitude: 21 } },
      { id: 'PL_4', coordinates: { latitude: 0, longitude: 0 } },
      { id: 'PL_5' },
    ];
    const { pages, rejected, progress } = await walk({ readPage: cut(() => items, 10) });
    expect(pages[0]?.points[0]).toBe(good);
    expect(rejected.map(({ id, reason }) => [id, reason])).toEqual([
      [null, 'not_an_object'],
      [null, 'id_missing'],
      ['PL_2', 'coordinates_invalid'],
      ['PL_3', 'coordinates_invalid'],
      ['PL_4', 'coordinates_zero'],
      ['PL_5', 'coordinates_invalid'],
    ]);
    expect(progress).toMatchObject({ points: 1, rejected: 6, moved: false });
  });

  it('it finds points that moved between pages, and yields none twice', async () => {
    const list = makeItems(40);
    let reads = 0;
    const readPage = (page: number) => {
      // During the first pass a point at the front disappears, so all others move up by one.
      if (++reads === 3) list.shift();
      return cut(() => list, 5)(page);
    };
    const { ids, gone, progress } = await walk({ readPage, concurrency: 1 });
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(idsOf(makeItems(40)));
    expect(gone).toEqual(['PL_0']);
    expect(progress).toMatchObject({ moved: true, pass: 2, failedPages: [] });
  });

  it('it reads pages that are added during the crawl', async () => {
    const list = makeItems(20);
    let reads = 0;
    const readPage = (page: number) => {
      if (++reads === 2) list.push(...makeItems(10, 'FR_'));
      return cut(() => list, 5)(page);
    };
    const { ids, progress } = await walk({ readPage, concurrency: 1 });
    expect(new Set(ids).size).toBe(30);
    expect(progress).toMatchObject({ moved: true, points: 30, totalPages: 6 });
  });

  it('it stops after three passes over a list that keeps changing', async () => {
    let reads = 0;
    const list = makeItems(20);
    const readPage = (page: number) => {
      list.push(point(`NEW_${++reads}`));
      return cut(() => list, 10)(page);
    };
    const { progress } = await walk({ readPage, concurrency: 1 });
    expect(progress).toMatchObject({ moved: true, pass: 3 });
  });

  it('it accepts an id that really is in the list twice', async () => {
    const list = [...makeItems(12), point('PL_3')];
    const { ids, progress } = await walk({ readPage: cut(() => list, 5) });
    expect(ids).toHaveLength(12);
    expect(progress.pass).toBe(2);
  });

  it('it yields a valid point after an invalid item with the same id, and sets neither aside twice', async () => {
    const broken = (id: string) => ({ id, coordinates: null });
    const list = [broken('PL_1'), broken('PL_1'), ...makeItems(8), broken('PL_2')];
    const { ids, rejected, gone, progress } = await walk({ readPage: cut(() => list, 3), concurrency: 1 });
    expect([...ids].sort()).toEqual(idsOf(makeItems(8)));
    expect(rejected.map(({ id }) => id)).toEqual(['PL_1']);
    expect(gone).toEqual([]);
    expect(progress).toMatchObject({ points: 8, rejected: 1, moved: true, pass: 2 });
  });

  it('it skips pages that fail, names them, and continues', async () => {
    const cutPage = cut(() => makeItems(50), 10);
    const readPage = (page: number) =>
      page === 3 ? Promise.reject(new AppError('malformed', 'broken')) : cutPage(page);
    const { ids, progress } = await walk({ readPage });
    expect(ids).toHaveLength(40);
    expect(progress.failedPages).toEqual([3]);
    expect(progress.pass).toBe(1);
  });

  it('it stops sending requests to a server that keeps failing', async () => {
    let reads = 0;
    const cutPage = cut(() => makeItems(1000), 10);
    const readPage = (page: number) => {
      reads++;
      return page === 1 ? cutPage(1) : Promise.reject(new AppError('unavailable', 'down'));
    };
    const { progress } = await walk({ readPage, concurrency: 2 });
    expect(progress.failedPages).toEqual(Array.from({ length: 99 }, (_, index) => index + 2));
    expect(reads).toBeLessThan(10);
  });

  it('it ends with an error that would affect every further page', async () => {
    const cutPage = cut(() => makeItems(50), 10);
    const readPage = (page: number) =>
      page === 2 ? Promise.reject(new AppError('session_ended', 'over')) : cutPage(page);
    await expect(walk({ readPage })).rejects.toMatchObject({ code: 'session_ended' });
    const down = () => Promise.reject(new AppError('unavailable', 'down'));
    await expect(walk({ readPage: down })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('it refuses a list that claims an impossible number of pages', async () => {
    const readPage = () => Promise.resolve({ count: 1, page: 1, perPage: 1, totalPages: 1e9, items: [] });
    await expect(walk({ readPage })).rejects.toMatchObject({ code: 'malformed', problems: ['totalPages'] });
  });
});
