import { describe, expect, it } from 'vitest';
import { createLruCache } from '../../../functions/files/lru-cache.ts';
import { countUpTo, createPointLookUp } from '../../../functions/points/point-look-up.ts';

const item = (id: string) => ({ id, coordinates: { latitude: 52, longitude: 21 } });
const ITEMS = ['B', 'A', 'D', 'C'].map(item);
const FILES = {
  'ids/index.json': JSON.stringify(['A', 'C']),
  'ids/0.json': JSON.stringify([
    ['A', 1],
    ['B', 0],
  ]),
  'ids/1.json': JSON.stringify([
    ['C', 3],
    ['D', 2],
  ]),
  'set-aside/index.json': JSON.stringify(['X']),
  'set-aside/0.json': JSON.stringify([['X', 'coordinates_zero']]),
  'chunks/0.json': JSON.stringify(ITEMS.slice(0, 2)),
  'chunks/1.json': JSON.stringify(ITEMS.slice(2)),
};

/** A version with files changed, in chunks of two, and the files that are read. */
function open(changes: Record<string, string> = {}, maxBytes = 100_000) {
  const read: string[] = [];
  const files: Record<string, string> = { ...FILES, ...changes };
  const readBytes = (name: string) => {
    read.push(name);
    return Promise.resolve(new TextEncoder().encode(files[name]));
  };
  const readJson = () => Promise.reject(new Error('not asked for'));
  const points = createPointLookUp({ readBytes, readJson }, 'v', 2, createLruCache(maxBytes));
  return { points, read };
}

describe('Look-up of a point in a published version', () => {
  it('a point is found by its id with two or three files read', async () => {
    const { points, read } = open();
    for (const { id } of ITEMS) expect(await points.findPoint(id)).toEqual(item(id));
    for (const id of ['', '0', 'AA', 'BB', 'E']) expect(await points.findPoint(id)).toBeNull();
    expect(read.toSorted()).toEqual([
      ...['chunks/0.json', 'chunks/1.json', 'ids/0.json', 'ids/1.json', 'ids/index.json'],
    ]);
    expect([await points.idTable.hasId('D'), await points.idTable.hasId('E')]).toEqual([true, false]);
    expect(await points.idTable.listFirstIds()).toEqual(['A', 'C']);
    expect(await points.idTable.readIds(1)).toEqual(['C', 'D']);
  });

  it('a point that was set aside is known only by its id', async () => {
    const { points } = open();
    expect(await Promise.all(['X', 'A', 'Y'].map((id) => points.isRejected(id)))).toEqual([
      true,
      false,
      false,
    ]);
    expect(await points.findPoint('X')).toBeNull();
    const { points: soundAlone } = open({
      'set-aside/0.json': JSON.stringify([['V', 1], 'W', null, ['X', 'coordinates_zero'], [5, 'x']]),
    });
    expect(await Promise.all(['V', 'W', 'X'].map((id) => soundAlone.isRejected(id)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('an item is read at its place, unless another point or nothing is there', async () => {
    const { points } = open();
    expect(await points.readItem(1, 'A')).toEqual(item('A'));
    expect(await points.readItem(2, 'D')).toEqual(item('D'));
    expect(await points.readItem(1, 'B')).toBeNull();
    const { points: short } = open({ 'chunks/1.json': JSON.stringify([item('D')]) });
    expect(await short.readItem(2, 'D')).toEqual(item('D'));
    expect(await short.readItem(3, 'C')).toBeNull();
    const { points: spoilt } = open({ 'chunks/0.json': '[5,{"id":"A"}]' });
    expect([await spoilt.readItem(0, 'B'), await spoilt.readItem(1, 'A')]).toEqual([null, null]);
  });

  it.each([
    ['ids/index.json', '{}'],
    ['ids/index.json', '[1]'],
    ['ids/index.json', '["A",1]'],
    ['ids/index.json', '"A"'],
    ['ids/0.json', '{}'],
    ['chunks/0.json', '{}'],
    ['chunks/0.json', '[{"id":"A"}'],
  ])('a look-up fails with the file’s name while %s is %s', async (name, content) => {
    const { points } = open({ [name]: content });
    await expect(points.findPoint('A')).rejects.toMatchObject({
      ...{ code: 'malformed', message: `${name} has an unexpected format.`, problems: [name] },
    });
  });

  it.each(['ids/index.json', 'ids/0.json'])('a look-up fails while %s is not JSON', async (name) => {
    await expect(open({ [name]: '<html>' }).points.findPoint('A')).rejects.toMatchObject({
      ...{ code: 'malformed', message: 'A file of the published network is not JSON.' },
    });
  });

  it('a look-up fails while the table of ids leads to another point', async () => {
    const { points } = open({ 'ids/0.json': JSON.stringify([['A', 0]]) });
    await expect(points.findPoint('A')).rejects.toMatchObject({
      ...{ code: 'malformed', message: 'The table of ids leads to another point.', problems: ['ids'] },
    });
  });

  it.each([[['A', -1]], [['A', 0.5]], [['A', '1']], [['A', 2 ** 53]], ['A'], [[1, 1]], [null]])(
    'only sound rows of a table count, not %j',
    async (row) => {
      const rows = [['A', 1], row, ['B', 0]];
      const { points } = open({ 'ids/0.json': JSON.stringify(rows) });
      expect([await points.findPoint('A'), await points.findPoint('B')]).toEqual([item('A'), item('B')]);
    },
  );

  it.each([
    // An entry takes 128 bytes plus its name; an id takes 40 bytes beyond those in its file.
    ['listFirstIds', 128 + 'v/ids/index.json'.length + FILES['ids/index.json'].length + 2 * 40],
    ['readIds', 128 + 'v/ids/0.json'.length + FILES['ids/0.json'].length + 2 * 40],
    ['readItem', 128 + 'v/chunks/0.json'.length + FILES['chunks/0.json'].length + 3 * 4],
  ] as const)('the cache counts the memory that files take: %s', async (what, bytes) => {
    for (const [maxBytes, reads] of [
      [bytes, 1],
      [bytes - 1, 2],
    ] as const) {
      const { points, read } = open({}, maxBytes);
      for (let times = 0; times < 2; times++) {
        if (what === 'readItem') await points.readItem(0, 'B');
        else await points.idTable[what](0);
      }
      expect(read).toHaveLength(reads);
    }
  });
});

it('countUpTo counts the keys up to a key, at any position', () => {
  const keys = ['A', 'C', 'C', 'E'];
  expect(['', 'A', 'B', 'C', 'D', 'E', 'F'].map((key) => countUpTo(keys, key))).toEqual([
    0, 1, 1, 3, 3, 4, 4,
  ]);
  expect(countUpTo([], 'A')).toBe(0);
});
