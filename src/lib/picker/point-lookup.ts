import { readPoint, type Point, type PointsPageAnswer } from '#platform/point.ts';
import { createLru } from '#async/lru.ts';
import type { StoredPoint } from '#network/point-source.ts';
import type { ReadPage } from '#platform/walk-points.ts';

/**
 * Number of parsed pages cached for the next card; a page of 500 points is about half a megabyte.
 */
const MAX_PAGES = 4;

/**
 * Creates a function that fetches a point's complete item. The map stores only the point's position, so the page it was on is read again
 * (usually from the browser's HTTP cache). The function returns null if the list no longer has the point there, and throws an AppError.
 */
export function createPointLookup(readPage: ReadPage, tablePages = MAX_PAGES) {
  const cache = createLru<number, PointsPageAnswer>(tablePages);

  async function findOnPage(page: number, id: string, signal: AbortSignal): Promise<Point | null> {
    const answer = cache.get(page) ?? (await readPage(page, signal));
    const point = findItem(answer, id);
    // A page without the point isn't cached: the next try reads the server's current state.
    if (point === null) cache.delete(page);
    else cache.set(page, answer);
    return point;
  }

  return async ({ id, place: page }: StoredPoint, signal: AbortSignal): Promise<Point | null> => {
    // An entry added to or removed from the list moves points to a neighbouring page.
    for (const candidate of [page, page - 1, page + 1]) {
      if (candidate < 1) continue;
      const point = await findOnPage(candidate, id, signal).catch((error: unknown) => {
        if (candidate === page || signal.aborted) throw error;
        return null;
      });
      if (point !== null) return point;
    }
    return null;
  };
}

function findItem(answer: PointsPageAnswer, id: string): Point | null {
  for (const item of answer.items) {
    if (typeof item !== 'object' || item === null || !('id' in item) || item.id !== id) continue;
    const reading = readPoint(item);
    if ('point' in reading) return reading.point;
  }
  return null;
}
