import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBaseMapLoader, type ViewBox } from '../../../src/lib/map/base-map-loader.ts';
import { unitX, unitY, WORLD } from '../../../src/lib/snapshot-format/mercator.ts';

const FOLDER = fileURLToPath(new URL('../../../static/basemap/', import.meta.url));

const viewOn = (latitude: number, longitude: number, worldOffset = 0): ViewBox => ({
  west: unitX(longitude) - 1000 + worldOffset,
  east: unitX(longitude) + 1000 + worldOffset,
  north: unitY(latitude) - 1000,
  south: unitY(latitude) + 1000,
});

/** A server of the committed files that writes down what it was asked for; answers 503 while `isDown`. */
function serveFiles() {
  const server = {
    asked: [] as string[],
    isDown: false,
    fetch: async (address: string) => {
      const name = address.replace('/base/', '');
      server.asked.push(name);
      if (server.isDown) return new Response(null, { status: 503 });
      return new Response(new Uint8Array(await readFile(FOLDER + name)));
    },
  };
  return server;
}

function startLoader() {
  const server = serveFiles();
  const onload = vi.fn();
  const loader = createBaseMapLoader('/base/', onload, server.fetch);
  const loaded = (times: number) => vi.waitFor(() => expect(onload).toHaveBeenCalledTimes(times));
  return { server, loader, loaded };
}

describe('the loader of the base map', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('asks for the world alone from afar, and once', async () => {
    const { server, loader, loaded } = startLoader();
    const view = viewOn(52.23, 21.01);
    expect(loader.partsFor(view, 4).world).toBeNull();
    loader.partsFor(view, 4);
    await loaded(1);
    const { world, complete } = loader.partsFor(view, 4);
    expect(world?.rings.length).toBeGreaterThan(100);
    expect(complete).toBe(true);
    expect(server.asked).toEqual(['world.bin']);
  });

  it('brings the land and the villages of the view from near', async () => {
    const { server, loader, loaded } = startLoader();
    const view = viewOn(52.23, 21.01);
    loader.partsFor(view, 12);
    await loaded(1);
    const nothingYet = { land: [], places: [], landComplete: false, complete: false };
    expect(loader.partsFor(view, 12)).toMatchObject(nothingYet);
    await loaded(3);
    const parts = loader.partsFor(view, 12);
    expect(parts).toMatchObject({ landComplete: true, complete: true });
    expect(parts.land.flatMap(({ file }) => file.places).map(({ name }) => name)).toContain('Warszawa');
    expect(parts.places[0]?.file.places.length).toBeGreaterThan(100);
    expect(server.asked.map((name) => name.split('/')[0])).toEqual(['world.bin', 'land', 'places']);
  });

  it('shifts what is seen in another copy of the world', async () => {
    const { loader, loaded } = startLoader();
    const view = viewOn(52.23, 21.01, WORLD);
    loader.partsFor(view, 7);
    await loaded(1);
    loader.partsFor(view, 7);
    await loaded(2);
    expect(loader.partsFor(view, 7).land.map(({ worldOffset }) => worldOffset)).toEqual([WORLD]);
  });

  it('asks again for a file that failed, but not at once', async () => {
    const { server, loader, loaded } = startLoader();
    const view = viewOn(52.23, 21.01);
    server.isDown = true;
    loader.partsFor(view, 4);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    server.isDown = false;
    loader.partsFor(view, 4);
    expect(server.asked).toHaveLength(1);
    vi.advanceTimersByTime(30_000);
    loader.partsFor(view, 4);
    await loaded(1);
    expect(server.asked).toHaveLength(2);
  });
});
