import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MultiPolygon } from 'geojson';
import { projectLatitude, projectLongitude } from '#network/snapshot-format/mercator.ts';
import { MIN_ISLAND, openRing, type MapPosition, simplifyPath, spans } from './geometry.ts';

/**
 * Reads Natural Earth's lakes at the scale 1:50m (public domain; lakes.geojson, made by take-lakes.ts) and projects them to
 * Mercator units: the outline, then islands. Leaves out tiny ones.
 */
export function readLakes(tolerance: number): MapPosition[][][] {
  const { coordinates } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'lakes.geojson'), 'utf8'),
  ) as MultiPolygon;
  const project = (ring: readonly number[][]) =>
    ring.map(([longitude, latitude]): MapPosition => [
      projectLongitude(longitude!),
      projectLatitude(latitude!),
    ]);
  return coordinates
    .map((rings) => rings.map((ring) => openRing(simplifyPath(project(ring), tolerance))))
    .map((rings) => rings.filter((ring) => spans(ring, MIN_ISLAND * tolerance)))
    .filter(([outline]) => outline !== undefined);
}
