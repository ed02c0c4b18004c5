import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { ListRows, type RowQuery } from '../../../src/lib/list/list-rows.svelte.ts';
import type { NearestPoints } from '#network/nearest.ts';
import { FakeNetwork, makeItem } from '../picker/fake-network.ts';
import { waitFor } from '../../wait-for.ts';
import { passTurn } from '../pass-turn.ts';

const MIDDLE = { latitude: 52, longitude: 21 };
const BOX = { west: 20, south: 51, east: 22, north: 53 };

/** A network of `amount` points, and the requests it received. */
function open(amount: number, more: Partial<FakeNetwork> = {}) {
  const items = Array.from({ length: amount }, (_, at) => makeItem(`PL_${at}`, 21 + at / 1000));
  const network = Object.assign(new FakeNetwork(...items), more);
  const amounts: number[] = [];
  const answer: { next: ((found: NearestPoints) => Promise<NearestPoints>) | null } = { next: null };
  network.nearest = async (_, wanted) => {
    amounts.push(wanted);
    const points = items
      .slice(0, wanted)
      .map(({ id }, at) => ({ point: network.stored(id), distanceMetres: at }));
    const found = { points, more: amount > wanted, complete: true };
    return answer.next === null ? found : answer.next(found);
  };
  const list = new ListRows();
  const query = (changes: Partial<RowQuery> = {}) =>
    list.look({ network, bounds: BOX, position: MIDDLE, filter: null, ...changes });
  const found = () => waitFor(() => expect(list.phase).toBe('found'));
  const read = () =>
    waitFor(() => {
      expect(list.phase).toBe('found');
      expect(list.reading).toBe(false);
    });
  const look = async (changes?: Partial<RowQuery>) => {
    query(changes);
    await read();
  };
  return { network, list, query, amounts, answer, found, read, look };
}

describe('the rows of the list', () => {
  it('rows are the nearest points, and their details follow', async () => {
    const { list, query, found, read } = open(3);
    query();
    expect([list.phase, list.near]).toEqual(['looking', []]);
    await found();
    expect([list.near.length, list.more, list.generation]).toEqual([3, false, 1]);
    await read();
    expect([list.readDetails('PL_2'), list.detailsVersion > 0]).toMatchObject([
      { name: 'Locker PL_2' },
      true,
    ]);
  });

  it('looking farther extends the same list, up to a limit', async () => {
    const { list, query, amounts, read } = open(1_000);
    query();
    for (const amount of [50, 100, 150, 200, 250, 300]) {
      await read();
      expect(list.near).toHaveLength(amount);
      list.lookFarther();
    }
    await read();
    expect([list.near.length, list.more, list.capped, list.generation]).toEqual([300, false, true, 1]);
    expect(amounts).toEqual([50, 100, 150, 200, 250, 300]);
  });

  it('an unchanged query is sent once, wherever the map of a whole network is', async () => {
    const { query, amounts, look } = open(3);
    await look();
    query({ bounds: { ...BOX, east: 23 } });
    expect(amounts).toHaveLength(1);
  });

  it('each other view is searched again if the network only knows what is in view', async () => {
    const { query, amounts, look } = open(3, { whole: false });
    await look();
    query({ bounds: { ...BOX, east: 23 } });
    expect(amounts).toHaveLength(2);
  });

  it('another place or filter starts a new list; the old rows stay meanwhile', async () => {
    const { list, query, amounts, read, look } = open(1_000);
    await look();
    list.lookFarther();
    await read();
    query({ position: { latitude: 53, longitude: 21 } });
    expect([list.phase, list.near.length]).toEqual(['looking', 100]);
    await read();
    await look({ position: { latitude: 53, longitude: 21 }, filter: { types: ['APM'] } });
    expect([amounts, list.generation, list.near.length]).toEqual([[50, 100, 50, 50], 3, 50]);
  });

  it('rows and details are from the newest version', async () => {
    const { network, list, look } = open(3);
    await look();
    network.publish('2', []);
    network.readItem = ({ id }) => Promise.resolve({ ...makeItem(id, 21), displayName: 'renamed' });
    await look();
    expect([list.readDetails('PL_0'), list.generation]).toMatchObject([{ name: 'renamed' }, 1]);
  });

  it('brief details from the network need no requests for items', async () => {
    const { network, list, look } = open(3);
    const readItem = vi.spyOn(network, 'readItem');
    Object.assign(network, { brief: (id: string) => makeItem(id, 21) });
    await look();
    expect(list.readDetails('PL_1')).toMatchObject({ name: 'Locker PL_1' });
    expect(readItem).not.toHaveBeenCalled();
  });

  it('the answer to a replaced query is ignored', async () => {
    const { list, query, answer, read } = open(3);
    let late = () => {};
    answer.next = (found) => new Promise((resolve) => (late = () => resolve({ ...found, points: [] })));
    query();
    answer.next = null;
    query({ position: { latitude: 53, longitude: 21 } });
    late();
    await read();
    expect(list.near).toHaveLength(3);
  });
});

describe('rows that can’t be loaded', () => {
  it('a failed list gives the error, and works after a retry', async () => {
    const { network, list, query, answer, read } = open(3);
    answer.next = () => Promise.reject(new AppError('network', 'no connection'));
    query();
    await waitFor(() => expect(list.phase).toBe('failed'));
    expect(list.error).toMatchObject({ code: 'network' });
    answer.next = null;
    list.retry();
    await read();
    expect([list.near.length, list.error, network.calls]).toEqual([3, null, ['retry']]);
  });

  it('a failed list isn’t reading, even if earlier details were still being read', async () => {
    const { network, list, query, answer } = open(3);
    network.readItem = () => new Promise(() => {});
    query();
    await waitFor(() => expect(list.reading).toBe(true));
    answer.next = () => Promise.reject(new AppError('network', 'no connection'));
    query({ position: { latitude: 53, longitude: 21 } });
    await waitFor(() => expect(list.phase).toBe('failed'));
    expect(list.reading).toBe(false);
  });

  it('an incomplete list says so', async () => {
    const { list, answer, look } = open(3);
    answer.next = (found) => Promise.resolve({ ...found, complete: false });
    await look();
    expect(list.incomplete).toBe(true);
  });

  it('only details that failed are requested again', async () => {
    const { network, list, look } = open(2);
    network.broken.add('PL_1');
    await look();
    expect([list.readDetails('PL_0'), list.readDetails('PL_1')]).toMatchObject([
      { name: 'Locker PL_0' },
      'failed',
    ]);
    network.broken.clear();
    const readItem = vi.spyOn(network, 'readItem');
    list.retry();
    await waitFor(() => expect(list.readDetails('PL_1')).toMatchObject({ name: 'Locker PL_1' }));
    expect(readItem.mock.calls.map(([{ id }]) => id)).toEqual(['PL_1']);
  });

  it('a destroyed list stops waiting', async () => {
    const { list, query, answer } = open(3);
    let settle = () => {};
    answer.next = (found) => new Promise((resolve) => (settle = () => resolve(found)));
    query();
    list.destroy();
    settle();
    await passTurn();
    expect(list.near).toEqual([]);
  });
});
