import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';
import type { Feature, Geometry, MultiPolygon, Polygon } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { COUNTRY_WEIGHT_UNITS, type NamedPlace } from '../../src/lib/map/map-tile.ts';
import { projectLatitude, projectLongitude, WORLD } from '#network/snapshot-format/mercator.ts';
import {
  MIN_ISLAND,
  measureRing,
  openRing,
  type MapPosition,
  simplifyPath,
  spans,
  unrollPath,
} from './geometry.ts';

/** Don't label Antarctica: it isn't a country, and the map ends within it. */
const ANTARCTICA = 'AQ';

type Country = Feature<Geometry, { name: string }>;
type Atlas = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>;

export type Geography = ReturnType<typeof readNaturalEarth>;

/**
 * Reads Natural Earth's countries (public domain, package world-atlas) and projects them to Mercator units. Simplifies shared
 * boundaries once, so that neighbours still meet; leaves out tiny islands.
 */
export function readNaturalEarth(scale: '10m' | '50m', tolerance: number) {
  const atlas = createRequire(import.meta.url)(`world-atlas/countries-${scale}.json`) as Atlas;
  const projected = { ...atlas, arcs: projectArcs(atlas).map((arc) => simplifyPath(arc, tolerance)) };
  delete projected.transform;

  const land = feature(projected, projected.objects.land);
  /** Land. The first ring of a polygon is its outline, the others are holes. Rings may extend into other copies of the world. */
  const polygons = land.features.flatMap(({ geometry }) => polygonsOf(geometry as Polygon | MultiPolygon));
  /** Borders between countries; these, too, may extend into other copies of the world. */
  const borders = mesh(projected, projected.objects.countries, (a, b) => a !== b)
    .coordinates as MapPosition[][];
  /** Labels of the countries with a code, the largest first. Their names are the codes. */
  const countries = feature(projected, projected.objects.countries)
    .features.flatMap(labelCountry)
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
  return {
    polygons: polygons
      .map((rings) => rings.filter((ring) => spans(ring, MIN_ISLAND * tolerance)))
      .filter((rings) => rings.length > 0),
    borders: borders.map(unrollPath),
    countries,
  };
}

/** Labels a country in its largest ring. @returns no label for Antarctica and countries without a code */
function labelCountry(country: Country): NamedPlace[] {
  const name = codeOf(country);
  if (name === null || name === ANTARCTICA) return [];
  const { doubleArea, centroid } = polygonsOf(country.geometry as Polygon | MultiPolygon)
    .flat()
    .map(measureRing)
    .reduce((a, b) => (Math.abs(a.doubleArea) >= Math.abs(b.doubleArea) ? a : b));
  const [x, y] = centroid;
  const weight = Math.round(Math.sqrt(Math.abs(doubleArea) / 2) / COUNTRY_WEIGHT_UNITS);
  return [{ name, x: ((x % WORLD) + WORLD) % WORLD, y, weight }];
}

/**
 * Converts a country's numeric code in Natural Earth to its ISO 3166-1 code, or XK, for which browsers have names in the reader’s
 * language; null for bases, reefs and states with little recognition.
 */
function codeOf({ id, properties: { name } }: Country): string | null {
  // XK is in common use, but not part of ISO 3166-1.
  if (name === 'Kosovo') return 'XK';
  return id === undefined ? null : new Intl.Locale(`und-${id}`).region!;
}

/** Decodes quantized, delta-encoded arcs (TopoJSON format specification, 2.1.2 and 4.1) and projects them. */
function projectArcs({ arcs, transform }: Atlas): MapPosition[][] {
  if (!transform) throw new Error('world-atlas: quantized topology expected');
  const { scale, translate } = transform;
  return arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map((difference): MapPosition => {
      x += difference[0]!;
      y += difference[1]!;
      return [projectLongitude(x * scale[0] + translate[0]), projectLatitude(y * scale[1] + translate[1])];
    });
  });
}

function polygonsOf(geometry: Polygon | MultiPolygon): MapPosition[][][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return (polygons as MapPosition[][][]).map((rings) => rings.map((ring) => openRing(unrollPath(ring))));
}
