import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { readPages } from '#platform/walk-points.ts';

const { signal } = new AbortController();

describe('Reading pages', () => {
  it('every page is yielded, read or failed, and a failure doesn’t stop the others', async () => {
    const readPage = (page: number) =>
      page === 4
        ? Promise.reject(new AppError('unavailable', 'down'))
        : Promise.resolve({ count: 3, page, perPage: 1, totalPages: 9, items: [page] });
    const seen: [number, string][] = [];
    for await (const read of readPages([9, 7, 4], readPage, 1, signal)) {
      seen.push([read.page, 'error' in read ? read.error.code : String(read.answer.items[0])]);
    }
    expect(seen).toEqual([
      [4, 'unavailable'],
      [7, '7'],
      [9, '9'],
    ]);
  });

  it('no more pages are read at a time than allowed', async () => {
    let underWay = 0;
    let most = 0;
    const readPage = async (page: number) => {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay--;
      return { count: 0, page, perPage: 1, totalPages: 9, items: [] };
    };
    let pages = 0;
    for await (const _ of readPages([1, 2, 3, 4, 5, 6, 7], readPage, 3, signal)) pages++;
    expect(pages).toBe(7);
    expect(most).toBe(3);
  });
});
