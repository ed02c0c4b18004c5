import { STREETS_FOLDER } from '#contract/streets.ts';
import { readAreas } from '../../src/lib/map/streets/areas.ts';
import { FADE_PIXELS } from '../../src/lib/map/streets/fade-edges.ts';
import { addressOfTile, tilesFor } from '../../src/lib/map/streets/tile-places.ts';
import { unitsOfPixels } from '#network/snapshot-format/mercator.ts';
import type { Spot } from './hand.ts';

/** The streets that a server has published, asked for without a browser. */
export interface StreetTiles {
  /**
   * Whether a spot of the map, in Mercator units, is to show streets at a zoom: there is a tile for it, even without a street, and
   * it isn't at the edge of an area, where streets fade out.
   */
  haveStreets(spot: Spot, zoom: number): Promise<boolean>;
}

/** @throws Error if a server has published no streets */
export async function readStreetTiles(origin: string): Promise<StreetTiles> {
  const manifest = await fetch(`${origin}${STREETS_FOLDER}manifest.json`);
  const areas = manifest.status === 200 ? readAreas(await manifest.text())?.areas : undefined;
  if (areas === undefined) throw new Error(`${origin} has no streets: ${manifest.status}`);
  const there = new Map<string, Promise<boolean>>();
  const isThere = async (address: string) => {
    const { status, body } = await fetch(origin + address);
    await body?.cancel();
    return status === 200;
  };
  return {
    async haveStreets({ x, y }, zoom) {
      const edge = unitsOfPixels(FADE_PIXELS, zoom);
      const inside = areas.filter(
        ({ west, north, east, south }) =>
          x > west + edge && x < east - edge && y > north + edge && y < south - edge,
      );
      for (const tile of tilesFor(inside, { west: x, north: y, east: x + 1, south: y + 1 }, zoom)) {
        const address = addressOfTile(tile);
        if (!there.has(address)) there.set(address, isThere(address));
        if (await there.get(address)) return true;
      }
      return false;
    },
  };
}
