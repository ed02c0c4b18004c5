import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BaseMapParts, createBaseMapLoader } from '../../../src/lib/map/base-map-loader.ts';
import type { Box } from '../../../src/lib/map/frame.ts';
import { unitX, unitY, WORLD } from '#network/snapshot-format/mercator.ts';
import { TILES_FOLDER } from './read-tile.ts';
import { waitFor } from '../../wait-for.ts';

const viewOn = (latitude: number, longitude: number, worldOffset = 0): Box => ({
  west: unitX(longitude) - 1000 + worldOffset,
  east: unitX(longitude) + 1000 + worldOffset,
  north: unitY(latitude) - 1000,
  south: unitY(latitude) + 1000,
});
const WARSAW = viewOn(52.23, 21.01);

/** A tile server that records requests, and answers 503 for levels that are down. */
function serveTiles() {
  const server = {
    requested: [] as string[],
    isDown: (_name: string) => false,
    fetch: async (address: string) => {
      const name = address.replace('/base/', '');
      server.requested.push(name);
      if (server.isDown(name)) return new Response(null, { status: 503 });
      return new Response(new Uint8Array(await readFile(TILES_FOLDER + name)));
    },
  };
  return server;
}

function startLoader() {
  const server = serveTiles();
  const onload = vi.fn();
  const loader = createBaseMapLoader('/base/', onload, server.fetch);
  const loaded = (times: number) => waitFor(() => expect(onload).toHaveBeenCalledTimes(times));
  return { server, loader, loaded };
}

/** The levels of the tiles shown, and whether they stand in for others. */
const describeTiles = ({ tiles }: BaseMapParts) =>
  tiles.map(({ address, isStandIn }) => `${address.level}${isStandIn ? ' standing in' : ''}`);

describe('the loader of the offline map', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('only the tiles of the view are requested, once each', async () => {
    const { server, loader, loaded } = startLoader();
    expect(loader.partsFor(WARSAW, 4)).toMatchObject({ tiles: [], complete: false });
    loader.partsFor(WARSAW, 4);
    await loaded(1);
    const { tiles, complete } = loader.partsFor(WARSAW, 4);
    expect(tiles[0]?.tile?.land.length).toBeGreaterThan(50);
    expect(complete).toBe(true);
    expect(server.requested).toEqual(['2/2-1.mvt']);
  });

  it('the finest tiles load first in a close view, then the coarsest for zooming out', async () => {
    const { server, loader, loaded } = startLoader();
    loader.partsFor(WARSAW, 12);
    loader.partsFor(WARSAW, 12);
    await loaded(1);
    expect(server.requested).toEqual(['6/35-21.mvt']);
    const { tiles, complete } = loader.partsFor(WARSAW, 12);
    expect(complete).toBe(true);
    expect(tiles[0]?.tile?.places.map(({ name }) => name)).toContain('Warszawa');
    expect(tiles[0]?.tile?.villages.length).toBeGreaterThan(100);
    await loaded(2);
    expect(server.requested).toEqual(['6/35-21.mvt', '2/2-1.mvt']);
  });

  it('a coarser tile, cut to the missing one’s square, is shown until that has loaded', async () => {
    const { loader, loaded } = startLoader();
    loader.partsFor(WARSAW, 4);
    await loaded(1);
    const parts = loader.partsFor(WARSAW, 12);
    expect(describeTiles(parts)).toEqual(['2 standing in']);
    expect(parts.complete).toBe(false);
    const side = WORLD / 64;
    expect(parts.tiles[0]!.box).toEqual({
      west: 35 * side,
      east: 36 * side,
      north: 21 * side,
      south: 22 * side,
    });
    await loaded(2);
    expect(describeTiles(loader.partsFor(WARSAW, 12))).toEqual(['6']);
  });

  it('finer tiles are shown until a coarser one has loaded', async () => {
    const { server, loader, loaded } = startLoader();
    server.isDown = (name) => name.startsWith('2/');
    loader.partsFor(WARSAW, 12);
    await loaded(1);
    expect(describeTiles(loader.partsFor(WARSAW, 7))).toEqual(['6']);
    await waitFor(() => expect(describeTiles(loader.partsFor(WARSAW, 7))).toEqual(['4']));
  });

  it('water and land are known without a request', () => {
    const { server, loader } = startLoader();
    expect(loader.partsFor(viewOn(45, -30), 12)).toEqual({ tiles: [], missing: [], complete: true });
    const { tiles, complete } = loader.partsFor(viewOn(-29.5, 137.8), 12);
    expect(tiles.map(({ tile }) => tile)).toEqual([null]);
    expect(complete).toBe(true);
    expect(server.requested.filter((name) => !name.startsWith('2/'))).toEqual([]);
  });

  it('a square whose tile is missing is drawn as land, unless a coarser one knows that it is water', () => {
    const { loader } = startLoader();
    const { tiles, missing } = loader.partsFor(WARSAW, 12);
    expect(tiles).toEqual([]);
    expect(missing).toHaveLength(1);
    expect(missing[0]!.west).toBeLessThan(WARSAW.west);
    expect(missing[0]!.east).toBeGreaterThan(WARSAW.east);
  });

  it('tiles are shifted in another copy of the world', async () => {
    const { server, loader, loaded } = startLoader();
    const view = viewOn(52.23, 21.01, WORLD);
    loader.partsFor(view, 7);
    await loaded(1);
    expect(loader.partsFor(view, 7).tiles.map(({ worldOffset }) => worldOffset)).toEqual([WORLD]);
    expect(server.requested[0]).toBe('4/8-5.mvt');
  });

  it('a coarser tile is requested if one has failed, and the failed one again, but not immediately', async () => {
    const { server, loader, loaded } = startLoader();
    server.isDown = (name) => name.startsWith('6/');
    loader.partsFor(WARSAW, 12);
    await loaded(1);
    loader.partsFor(WARSAW, 12);
    await loaded(2);
    expect(describeTiles(loader.partsFor(WARSAW, 12))).toEqual(['2 standing in']);
    server.isDown = () => false;
    expect(server.requested).toEqual(['6/35-21.mvt', '2/2-1.mvt']);
    vi.advanceTimersByTime(30_000);
    loader.partsFor(WARSAW, 12);
    await loaded(3);
    expect(server.requested[2]).toBe('6/35-21.mvt');
    expect(describeTiles(loader.partsFor(WARSAW, 12))).toEqual(['6']);
  });
});
