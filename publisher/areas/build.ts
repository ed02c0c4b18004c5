/**
 * Writes `areas.tsv`, the cells of the world's grid in which each country lies: `npx tsx publisher/areas/build.ts`. The output is
 * committed; run it again after an update of the package world-atlas (Natural Earth, public domain).
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import type { Geometry, Position } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { CELL_DEGREES, gridCellOf, GRID_COLUMNS, encodeCells } from './cells.ts';

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** How far from its country's land a point may be: on a quay, on a sandbank that the map omits, at a border drawn differently. */
const NEAR_DEGREES = 0.1;
/** Distance of the samples of a boundary. */
const STEP_DEGREES = 0.05;
/** Areas that have no ISO code in Natural Earth, and the country that may count them as its own. */
const WITHOUT_CODE: Readonly<Record<string, string>> = {
  Kosovo: 'XK',
  Somaliland: 'SO',
  'N. Cyprus': 'CY',
  'Cyprus U.N. Buffer Zone': 'CY',
  Akrotiri: 'CY',
  Dhekelia: 'CY',
  Baikonur: 'KZ',
};
/** Territories with their own code, whose points a list may give the country's code. */
const TERRITORIES: Readonly<Record<string, string>> = {
  AU: 'CC CX HM NF',
  CN: 'HK MO TW',
  DK: 'FO GL',
  FI: 'AX',
  FR: 'BL MF NC PF PM TF WF',
  GB: 'AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG',
  IL: 'PS',
  MA: 'EH',
  NL: 'AW CW SX',
  NZ: 'CK NU TK',
  RS: 'XK',
  US: 'AS GU MP PR UM VI',
};

const atlas = createRequire(import.meta.url)('world-atlas/countries-10m.json') as Atlas;
const areas = new Map<string, Set<number>>();
for (const { id, properties, geometry } of feature(atlas, atlas.objects.countries).features) {
  const code = WITHOUT_CODE[properties.name] ?? (id === undefined ? null : regionOf(id));
  if (code === null) continue;
  const cells = areas.get(code) ?? new Set();
  areas.set(code, cells);
  for (const rings of polygonsOf(geometry)) {
    const unrolled = rings.map(unrollRing);
    unrolled.forEach((ring) => markBoundary(ring, cells));
    markInside(unrolled, cells);
  }
}
for (const [country, territories] of Object.entries(TERRITORIES)) {
  for (const code of territories.split(' '))
    for (const cell of areas.get(code) ?? []) areas.get(country)!.add(cell);
}
const lines = [...areas]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, cells]) => `${code}\t${encodeCells(cells)}\n`);
writeFileSync(join(import.meta.dirname, 'areas.tsv'), lines.join(''));

function regionOf(id: string | number): string {
  return new Intl.Locale(`und-${String(id).padStart(3, '0')}`).region!;
}

function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/** Lets a ring that crosses the antimeridian continue beyond 180° instead of jumping to the other side. */
function unrollRing(ring: readonly Position[]): Position[] {
  let shift = 0;
  return ring.map(([longitude = 0, latitude = 0], at) => {
    const before = ring[at - 1]?.[0] ?? longitude;
    if (longitude - before > 180) shift -= 360;
    if (before - longitude > 180) shift += 360;
    return [longitude + shift, latitude];
  });
}

/** Marks the cells near a boundary. */
function markBoundary(ring: readonly Position[], cells: Set<number>): void {
  ring.forEach(([longitude = 0, latitude = 0], at) => {
    const [nextLongitude = longitude, nextLatitude = latitude] = ring[at + 1] ?? [];
    const [east, north] = [nextLongitude - longitude, nextLatitude - latitude];
    const steps = Math.ceil(Math.hypot(east, north) / STEP_DEGREES) || 1;
    for (let step = 0; step < steps; step++) {
      for (const up of [-NEAR_DEGREES, 0, NEAR_DEGREES])
        for (const across of [-NEAR_DEGREES, 0, NEAR_DEGREES])
          cells.add(
            gridCellOf(latitude + (north * step) / steps + up, longitude + (east * step) / steps + across),
          );
    }
  });
}

/** Marks the cells whose middle lies inside a polygon: on each row, between its first and second boundary, and so on. */
function markInside(rings: readonly (readonly Position[])[], cells: Set<number>): void {
  for (let latitude = -90 + CELL_DEGREES / 2; latitude < 90; latitude += CELL_DEGREES) {
    const crossings: number[] = [];
    for (const ring of rings) {
      ring.forEach(([longitude = 0, north = 0], at) => {
        const [nextLongitude = longitude, nextNorth = north] = ring[at + 1] ?? [];
        if (north > latitude !== nextNorth > latitude)
          crossings.push(
            longitude + ((latitude - north) / (nextNorth - north)) * (nextLongitude - longitude),
          );
      });
    }
    crossings.sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const first = Math.ceil((crossings[at]! + 180) / CELL_DEGREES - 0.5);
      for (let column = first; (column + 0.5) * CELL_DEGREES - 180 < crossings[at + 1]!; column++)
        cells.add(
          gridCellOf(
            latitude,
            (((column % GRID_COLUMNS) + GRID_COLUMNS) % GRID_COLUMNS) * CELL_DEGREES - 180,
          ),
        );
    }
  }
}
