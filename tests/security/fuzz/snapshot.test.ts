import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { decodeBlock } from '#network/snapshot-format/block-codec.ts';
import { decodeBlockTable } from '#network/snapshot-format/block-table.ts';
import { keysInSquare } from '#network/snapshot-format/morton.ts';
import { openSnapshot } from '#network/snapshot-network.ts';
import { createItemReader } from '#network/read-items.ts';
import { createSnapshotFiles } from '#network/snapshot-files.ts';
import {
  BASE_URL,
  createHost,
  makeGrid,
  NOW_MS,
  openPublished,
  WHOLE_WORLD,
} from '../../unit/network/open-test-snapshot.ts';
import { publish, VERSION } from '../../unit/network/publish-in-memory.ts';
import { damage, hostileValues, oneOf, spoil } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const published = await publish(makeGrid(3), {
  places: [
    { name: 'Warszawa', kind: 'city', count: 20 },
    { name: '00-950', kind: 'postcode', count: 3 },
  ],
});
const text = (name: string) => published.files.get(name) as string;

/** Any defect of a file is reported as an AppError, which the picker can show. */
async function onlyAppErrors(action: () => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Other bytes: some changed, or truncated. */
const damageBytes = (bytes: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc
      .array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
      .map((changes) => {
        const copy = bytes.slice();
        for (const [at, value] of changes) copy[at] = value;
        return copy;
      }),
    fc.nat(bytes.length).map((length) => bytes.slice(0, length)),
  );

const open = (files: ReadonlyMap<string, string | Uint8Array>) =>
  openSnapshot({
    baseUrl: BASE_URL,
    fetch: createHost(files).fetch,
    now: () => NOW_MS,
    wait: () => Promise.resolve(),
  });

describe('Fuzzing: snapshot', PATIENCE, () => {
  it('a hostile snapshot is refused by its manifest, or drawn', async () => {
    const manifests = fc.oneof(
      spoil({ ...published.manifest }),
      damage(published.manifest.squares).map((squares) => JSON.stringify({ ...published.manifest, squares })),
      damage(text('manifest.json')),
      hostileValues,
    );
    await sendThrough(
      'manifests',
      manifests,
      (manifest) =>
        onlyAppErrors(async () => {
          const snapshot = await open(new Map(published.files).set('manifest.json', manifest));
          snapshot.source.clustersIn(WHOLE_WORLD, 3);
          snapshot.counts();
          snapshot.close();
        }),
      { atOnce: 20 },
    );
  });

  it('foreign or damaged blocks are lost without affecting others', async () => {
    const table = published.files.get(`${VERSION}/table.bin`) as Uint8Array;
    const [block] = decodeBlockTable(published.manifest.squares, table);
    const facetCount = published.manifest.facets.length;
    const damaged = damageBytes(published.files.get(`${VERSION}/blocks/0.bin`) as Uint8Array);
    const counts = oneOf([3, fc.constant(block!.count)], [1, fc.constantFrom(0, 2 ** 31, 2 ** 53)]);
    let read = 0;
    await sendThrough('blocks', fc.tuple(damaged, counts), ([content, count]) =>
      onlyAppErrors(() => {
        const decoded = decodeBlock(content, {
          squareKey: block!.key,
          keysInSquare: keysInSquare(block!.level),
          count,
          facetCount,
        });
        for (const id of decoded.readIds()) expect(typeof id).toBe('string');
        for (const facet of decoded.facets) expect(facet).toBeLessThan(facetCount);
        for (const key of decoded.keys) expect(key).toSatisfy((value: number) => value >= block!.key);
        read++;
      }),
    );
    expect(read).toBeGreaterThan(INPUTS / 100);
  });

  it('a foreign or damaged table of blocks is refused', async () => {
    const { squares } = published.manifest;
    const tables = damageBytes(published.files.get(`${VERSION}/table.bin`) as Uint8Array);
    await sendThrough('tables of blocks', tables, (table) =>
      onlyAppErrors(() => {
        for (const { count, centroidX } of decodeBlockTable(squares, table)) {
          expect(count).not.toBe(0);
          expect(centroidX).toSatisfy(Number.isFinite);
        }
      }),
    );
  });

  it('hostile items give the requested point or none', async () => {
    const items = JSON.parse(text(`${VERSION}/chunks/0.json`)) as { id: string }[];
    const chunks = fc.oneof(
      fc.array(spoil(items[0]!), { maxLength: 4 }).map((list) => `[${list.join(',')}]`),
      damage(text(`${VERSION}/chunks/0.json`)),
      hostileValues,
    );
    await sendThrough('chunks of items', chunks, (chunk) =>
      onlyAppErrors(async () => {
        const { fetch } = createHost(new Map([['chunks/0.json', chunk]]));
        const readItemAt = createItemReader(createSnapshotFiles(BASE_URL, fetch), { chunkSize: 4, count: 4 });
        const point = await readItemAt(0, items[0]!.id);
        if (point !== null) expect(point.id).toBe(items[0]!.id);
      }),
    );
  });

  it('hostile tables answer what is sound in them, and the map is still drawn', async () => {
    const names = [...published.files.keys()].filter((name) => /\/(ids|places|facets)/.test(name));
    const tables = fc
      .constantFrom(...names)
      .chain((name) =>
        fc.oneof(damage(text(name)), hostileValues).map((content) => [name, content] as const),
      );
    await sendThrough(
      'tables',
      tables,
      async ([name, content]) => {
        const files = new Map(published.files).set(name, content);
        const { snapshot } = await openPublished({ ...published, files });
        await onlyAppErrors(() => snapshot.findById('PL_4'));
        await onlyAppErrors(async () => {
          for (const place of await snapshot.findPlaces('wa', 5)) expect(place.name).toBeTypeOf('string');
        });
        snapshot.setFilter({ types: ['APM'] });
        await onlyAppErrors(() => snapshot.ready);
        expect(snapshot.source.clustersIn(WHOLE_WORLD, 1).length).toBeGreaterThan(0);
        snapshot.close();
      },
      { atOnce: 20 },
    );
  });
});
