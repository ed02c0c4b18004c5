import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { createPointLookup } from '../../../src/lib/picker/point-lookup.ts';

const { signal } = new AbortController();
const point = (id: string) => ({ id, coordinates: { latitude: 52, longitude: 21 } });
const stored = (id: string, page: number) => ({ id, place: page, latitude: 52, longitude: 21, type: 'APM' });

/** A list whose pages can be changed, and that records the pages requested. */
function makeList(pages: Record<number, unknown[]>) {
  const requests: number[] = [];
  const readPage = (page: number) => {
    requests.push(page);
    const items = pages[page];
    if (items === undefined) return Promise.reject(new AppError('not_found', 'no such page'));
    return Promise.resolve({ count: 9, page, perPage: 3, totalPages: 3, items });
  };
  return { requests, readPage, pages };
}

describe('looking up a point', () => {
  it('the whole item is found on its page, with unknown fields', async () => {
    const item = { ...point('PL_B'), colour: 'yellow' };
    const { readPage, requests } = makeList({ 2: [null, point('PL_A'), item] });
    expect(await createPointLookup(readPage)(stored('PL_B', 2), signal)).toBe(item);
    expect(requests).toEqual([2]);
  });

  it('a page is read once for several of its points', async () => {
    const { readPage, requests } = makeList({ 1: [point('PL_A'), point('PL_B')] });
    const lookUp = createPointLookup(readPage);
    await lookUp(stored('PL_A', 1), signal);
    expect((await lookUp(stored('PL_B', 1), signal))?.id).toBe('PL_B');
    expect(requests).toEqual([1]);
  });

  it('the least recently used page is dropped', async () => {
    const { readPage, requests } = makeList({ 1: [point('A')], 2: [point('B')], 3: [point('C')] });
    const lookUp = createPointLookup(readPage, 2);
    for (const [id, page] of [
      ['A', 1],
      ['B', 2],
      ['A', 1],
      ['C', 3],
      ['A', 1],
      ['B', 2],
    ] as const) {
      await lookUp(stored(id, page), signal);
    }
    expect(requests).toEqual([1, 2, 3, 2]);
  });

  it('neighbouring pages are searched if the list has shifted slightly', async () => {
    const { readPage } = makeList({ 1: [point('A')], 2: [point('X')], 3: [point('B')] });
    const lookUp = createPointLookup(readPage);
    expect((await lookUp(stored('A', 2), signal))?.id).toBe('A');
    expect((await lookUp(stored('B', 2), signal))?.id).toBe('B');
  });

  it('a point that is gone gives null, also at the end of the list', async () => {
    const { readPage } = makeList({ 1: [point('A')] });
    expect(await createPointLookup(readPage)(stored('GONE', 1), signal)).toBeNull();
  });

  it('the server is asked again after a point was not found', async () => {
    const list = makeList({ 1: [point('A')] });
    const lookUp = createPointLookup(list.readPage);
    await lookUp(stored('NEW', 1), signal);
    list.pages[1] = [point('NEW')];
    expect((await lookUp(stored('NEW', 1), signal))?.id).toBe('NEW');
  });

  it('an item that can no longer be placed gives null', async () => {
    const { readPage } = makeList({ 1: [{ ...point('A'), coordinates: null }] });
    expect(await createPointLookup(readPage)(stored('A', 1), signal)).toBeNull();
  });

  it('an unreadable page throws its error', async () => {
    const lookUp = createPointLookup(() => Promise.reject(new AppError('unavailable', 'down')));
    await expect(lookUp(stored('A', 1), signal)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
