import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zxyToTileId } from 'pmtiles';
import { createArchive } from '../../../packages/network/archive/write-archive.ts';

const HERE = import.meta.dirname;
const ZOOM = 14;
const LAYERS = ['streets', 'street_labels', 'land', 'place_labels', 'addresses'];

/** An address as it is tagged in OpenStreetMap. */
export interface TaggedAddress {
  street: string;
  number: string;
  /** Empty if it isn't tagged. */
  city: string;
  latitude: number;
  longitude: number;
}

/**
 * Makes an archive of Shortbread's layers from an extract, with Debian's tilemaker.
 * @param folder for the results
 * @returns path of the archive
 */
export async function makeTiles(extract: string, folder: string): Promise<string> {
  const tiles = join(folder, 'tiles');
  const options = ['--config', join(HERE, 'shortbread.json'), '--process', join(HERE, 'shortbread.lua')];
  execFileSync('tilemaker', ['--input', extract, '--output', tiles, ...options], { stdio: 'ignore' });
  const path = join(folder, `${basename(extract).split('.', 1)[0]!}.pmtiles`);
  const writer = await createArchive(path);
  const base = join(tiles, String(ZOOM));
  const found = readdirSync(base).flatMap((column) =>
    readdirSync(join(base, column)).map((name) => ({
      tile: zxyToTileId(ZOOM, Number(column), parseInt(name, 10)),
      path: join(base, column, name),
    })),
  );
  for (const { tile, path } of found.sort((a, b) => a.tile - b.tile))
    await writer.add(tile, 1, readFileSync(path));
  const info = execFileSync('osmium', ['fileinfo', '-g', 'header.boxes', extract], { encoding: 'utf8' });
  const bounds = [...info.matchAll(/-?\d+(?:\.\d+)?/g)].slice(0, 4).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const metadata = { vector_layers: LAYERS.map((id) => ({ id, fields: {} })) };
  await writer.finish({ minZoom: ZOOM, maxZoom: ZOOM, bounds, metadata });
  await writer.close();
  return path;
}

interface Feature {
  geometry: { coordinates: unknown };
  properties: Record<string, string>;
}

/** Reads an extract's addresses that have a street and a number, with Debian's osmium. @param folder for the results */
export function readAddresses(extract: string, folder: string): TaggedAddress[] {
  const [tagged, lines] = [join(folder, 'tagged.osm.pbf'), join(folder, 'tagged.geojsonseq')];
  execFileSync('osmium', ['tags-filter', extract, 'nwr/addr:housenumber', '-O', '-o', tagged], {
    stdio: 'ignore',
  });
  execFileSync('osmium', ['export', tagged, '-O', '-f', 'geojsonseq', '-o', lines], { stdio: 'ignore' });
  return readFileSync(lines, 'utf8')
    .split('\u001e')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const { geometry, properties } = JSON.parse(line) as Feature;
      const { 'addr:street': street, 'addr:housenumber': number, 'addr:city': city = '' } = properties;
      if (street === undefined || number === undefined) return [];
      return [{ street, number, city, ...findCentre(geometry.coordinates) }];
    });
}

/** The mean of the positions. A ring's last position repeats the first and is counted twice, which makes a difference of metres. */
function findCentre(coordinates: unknown) {
  const numbers = (coordinates as unknown[]).flat(Infinity) as number[];
  const mean = (axis: number) => {
    const values = numbers.filter((_, at) => at % 2 === axis);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return { longitude: mean(0), latitude: mean(1) };
}
