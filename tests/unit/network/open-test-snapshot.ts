import { readPoint } from '#platform/point.ts';
import { DEEPEST_ZOOM } from '#network/clusters.ts';
import type { Position } from '#network/distance.ts';
import type { Bounds, Cluster } from '#network/point-source.ts';
import { openSnapshot, type SnapshotNetwork } from '#network/snapshot-network.ts';
import { latitudeAt, longitudeAt, unitX, unitY } from '#network/snapshot-format/mercator.ts';
import { makePoint } from './make-points.ts';
import { publish, type Published, type PublishedItem } from './publish-in-memory.ts';
import { passTurn } from '../pass-turn.ts';

export const BASE_URL = 'https://points.test/snapshot/';
export const NOW_MS = Date.parse('2026-05-02T12:00:00.000Z');
export const WHOLE_WORLD: Bounds = { west: -180, south: -90, east: 180, north: 90 };

const COUNTRIES = ['PL', 'FR', ''];
const TYPES = ['APM', 'PUDO'];

/** Points as items with classes, each id once, and none at 0, 0, which a snapshot never holds. */
export function makeItems(points: readonly ReturnType<typeof makePoint>[]): PublishedItem[] {
  const placeable = points.filter((point) => 'point' in readPoint(point));
  const unique = [...new Map(placeable.map((point) => [point.id, point])).values()];
  return unique.map(({ id, coordinates }, at) => ({
    id,
    coordinates,
    country: COUNTRIES[at % 3]!,
    type: TYPES[(at >> 1) % 2]!,
    locationType: at % 5 === 0 ? 'INDOOR' : 'OUTDOOR',
    extra: { at },
  }));
}

/** Points on a grid around Warsaw. */
export function makeGrid(side: number): PublishedItem[] {
  return makeItems(
    Array.from({ length: side * side }, (_, at) =>
      makePoint(`PL_${at}`, 52 + Math.floor(at / side) * 0.01, 21 + (at % side) * 0.01),
    ),
  );
}

/** A host of files that counts what it is asked for, and can be told to answer something else. */
export function createHost(files: ReadonlyMap<string, string | Uint8Array>) {
  const requested: { name: string; cache: RequestCache | undefined }[] = [];
  const host = {
    requested,
    /** Answers instead of the files, when it gives something. */
    instead: (_name: string): Response | Promise<Response> | null => null,
    countRequests: (name: string) => requested.filter((each) => each.name === name).length,
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const address = input instanceof Request ? input.url : String(input);
      const name = decodeURIComponent(address.slice(BASE_URL.length));
      requested.push({ name, cache: init?.cache });
      const other = host.instead(name);
      if (other !== null) return other;
      await Promise.resolve();
      const content = files.get(name);
      if (content === undefined) return new Response('no such file', { status: 404 });
      return new Response(typeof content === 'string' ? content : content.slice());
    },
  };
  return host;
}

/** A snapshot over an in-memory host, whose clock can be set and whose pauses take no time. */
export async function openTest(items: readonly PublishedItem[], options: Parameters<typeof publish>[1] = {}) {
  return openPublished(await publish(items, options));
}

export async function openPublished(published: Published) {
  const host = createHost(published.files);
  const clock = { nowMs: NOW_MS };
  const pauses: number[] = [];
  const snapshot = await openSnapshot({
    baseUrl: BASE_URL,
    fetch: host.fetch,
    now: () => clock.nowMs,
    wait: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  });
  return { snapshot, host, clock, pauses, published };
}

/** Waits until nothing is pending any more. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await passTurn();
}

/** The position of an item in a snapshot: the middle of its unit. */
export const placeOf = ({ coordinates }: PublishedItem): Position => ({
  latitude: latitudeAt(unitY(coordinates.latitude) + 0.5),
  longitude: longitudeAt(unitX(coordinates.longitude) + 0.5),
});

/** The number of points in clusters. */
export const countAll = (clusters: readonly Cluster[]) => clusters.reduce((sum, { count }) => sum + count, 0);

/** The loaded points of a view, and whether these are all. */
export function pointsIn({ source }: SnapshotNetwork, bounds: Bounds) {
  const drawn = source.clustersIn(bounds, DEEPEST_ZOOM);
  const points = drawn.flatMap(({ members }) => members);
  return { points, complete: drawn.every(({ members, count }) => members.length === count) };
}

/** Draws a view until all of it is loaded. */
export async function drawFully(snapshot: SnapshotNetwork, bounds: Bounds, zoom: number) {
  for (let round = 0; round < 20; round++) {
    snapshot.source.clustersIn(bounds, zoom);
    await settle();
    if (pointsIn(snapshot, bounds).complete) break;
  }
  return snapshot.source.clustersIn(bounds, zoom);
}
