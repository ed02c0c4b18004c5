import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { distanceMetres } from '../../../../src/lib/network/distance.ts';
import { makeRandom } from '../network.ts';
import { ask, parseJson, type Answer } from './ask.ts';
import { hashOf, readVersion, type KnownNetwork, type KnownVersion } from './known.ts';

/** A shopper's request, and the check of its answer. */
export interface Errand {
  route: string;
  /** @returns what is wrong: '' nothing, `failed: …` no usable answer, else the untrue fact */
  run: () => Promise<string>;
}

/** The state of the nodes' clocks. */
export interface Clocks {
  /** Whether a node's clock is so far off that it can't know the network's age. */
  far: boolean;
}

interface Place {
  /** Where requests are sent. */
  address: string;
  published: string;
  /** Folder of the built pages. */
  pages: string;
  known: KnownNetwork;
  /** Content of some tiles by address, from before any fault. */
  tiles: ReadonlyMap<string, string>;
  clocks: Clocks;
}

const SAMPLE = /\.(js|css|json|svg|bin|mvt|webmanifest)$/;
const NEAR = 5;
/** Of no parcel. */
const NUMBER = '690000000000199999999999';
const OUTAGES = new Set([429, 502, 503, 504]);

/** Creates errands in turn, each as often as its weight. */
export function createShoppers(place: Place): () => Errand {
  const { address, pages, known, tiles, clocks } = place;
  const random = makeRandom();
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const files = listFiles(pages);
  const streets = [...tiles.keys()];
  const versions = new Map<string, Promise<KnownVersion>>();

  function knownVersion(version: string): Promise<KnownVersion> {
    const there = versions.get(version) ?? readVersion(place.published, version, known);
    versions.set(version, there);
    return there;
  }

  async function same(path: string, hash: string): Promise<string> {
    const answer = await ask(address + path);
    return failure(answer, path) || (hashOf(answer.bytes) === hash ? '' : `${path} has another content`);
  }

  const file = (name: string) => same(`/${name}`, hashOf(readFileSync(join(pages, name))));

  /** As a page does: the manifest, and then a file of the version that it names. */
  async function network(): Promise<string> {
    const answer = await ask(`${address}/snapshot/manifest.json`);
    const manifest = parseJson(answer) as { version: string; count: number } | null;
    const wrong = failure(answer, 'the manifest');
    if (wrong !== '' || manifest === null) return wrong || 'the manifest is not JSON';
    const { hashes, ids } = await knownVersion(manifest.version);
    if (ids.size !== manifest.count) return `the manifest tells of ${manifest.count} points, not ${ids.size}`;
    const [name, hash] = oneOf([...hashes]);
    return same(`/snapshot/${manifest.version}/${name.split('/').map(encodeURIComponent).join('/')}`, hash);
  }

  async function check(): Promise<string> {
    const point = oneOf(known.steady);
    const answer = await ask(`${address}/api/points/${encodeURIComponent(point.id)}`);
    const told = parseJson(answer) as { status?: string; reason?: string; point?: unknown } | null;
    if (failure(answer, 'a check') !== '') return failure(answer, 'a check');
    if (clocks.far && told?.reason === 'outdated') return '';
    if (told?.status === 'unknown') return `failed: a check is answered "unknown", ${told.reason}`;
    return told?.status === 'exists' && isDeepStrictEqual(told.point, known.itemOf(point.id))
      ? ''
      : `${point.id} is answered ${answer.bytes.toString().slice(0, 120)}`;
  }

  /** An id that looks like none of the network's. */
  async function checkNone(): Promise<string> {
    const answer = await ask(`${address}/api/points/SOAK-${Math.floor(random() * 1e6)}`);
    const told = parseJson(answer) as { status?: string; isValid?: boolean; reason?: string } | null;
    if (failure(answer, 'a check') !== '') return failure(answer, 'a check');
    if (clocks.far && told?.reason === 'outdated') return '';
    if (told?.status === 'unknown') return `failed: a check is answered "unknown", ${told.reason}`;
    return told?.status === 'mistyped' && told.isValid === false
      ? ''
      : `a point that never was is answered ${told?.status}`;
  }

  async function nearest(): Promise<string> {
    const { coordinates } = oneOf(known.steady);
    const query = `latitude=${coordinates.latitude}&longitude=${coordinates.longitude}&limit=${NEAR}`;
    const answer = await ask(`${address}/api/nearest-points?${query}`);
    const told = parseJson(answer) as { points: { point: { id: string } }[] } | null;
    if (failure(answer, 'nearest') !== '' || told === null)
      return failure(answer, 'nearest') || 'nearest is not JSON';
    const metres = (id: string) => {
      const at = (known.itemOf(id)?.['coordinates'] ?? null) as {
        latitude: number;
        longitude: number;
      } | null;
      return at === null ? Infinity : distanceMetres(coordinates, at);
    };
    const got = told.points.map(({ point }) => metres(point.id));
    // Points at the front of the list may be there or not.
    const least = known.steady
      .map((point) => distanceMetres(coordinates, point.coordinates))
      .sort((a, b) => a - b);
    const isTrue =
      got.length === NEAR &&
      got.every((each, at) => each <= least[at]! + 1 && each >= (got[at - 1] ?? 0) - 1);
    return isTrue ? '' : `nearest to ${query}: ${write(got)}, not ${write(least)}`;
  }

  /** The platform is asked for it: an outage is an answer too, told as one. */
  async function parcel(): Promise<string> {
    const answer = await ask(`${address}/api/parcels/${NUMBER}`);
    const told = parseJson(answer) as { number?: string; error?: string } | null;
    if (OUTAGES.has(answer.status) && typeof told?.error === 'string') return '';
    return (
      failure(answer, 'a parcel') || (told?.number === NUMBER ? '' : `${NUMBER} is told as ${told?.number}`)
    );
  }

  async function json(path: string, isTrue: (told: Record<string, unknown>) => boolean): Promise<string> {
    const answer = await ask(address + path);
    const told = parseJson(answer) as Record<string, unknown> | null;
    return (
      failure(answer, path) ||
      (told !== null && isTrue(told) ? '' : `${path}: ${answer.bytes.toString().slice(0, 80)}`)
    );
  }

  const errands: readonly (readonly [weight: number, Errand])[] = [
    [2, { route: 'page /', run: () => page('/', 'index.html') }],
    [2, { route: 'page /embed', run: () => page('/embed', 'embed.html') }],
    [1, { route: 'page /parcel', run: () => page('/parcel', 'parcel.html') }],
    [1, { route: 'page /account', run: () => page('/account', 'account.html') }],
    [5, { route: 'file of a page', run: () => file(oneOf(files)) }],
    [2, { route: 'widget', run: () => file('v1/droppoint.js') }],
    [1, { route: 'widget of a parcel', run: () => file('v1/droppoint-parcel.js') }],
    [6, { route: 'network', run: network }],
    [4, { route: 'tile of streets', run: () => tile(oneOf(streets)) }],
    [6, { route: 'check of a point', run: check }],
    [2, { route: 'check of none', run: checkNone }],
    [3, { route: 'nearest', run: nearest }],
    [2, { route: 'a parcel', run: parcel }],
    [
      1,
      { route: 'who may frame it', run: () => json('/api/embed', ({ origins }) => Array.isArray(origins)) },
    ],
    [1, { route: 'health', run: () => json('/api/health', ({ status }) => status === 'ok') }],
  ];
  const wheel = errands.flatMap(([weight, errand]) => Array.from({ length: weight }, () => errand));
  return () => oneOf(wheel);

  function page(path: string, name: string): Promise<string> {
    return same(path, hashOf(readFileSync(join(pages, name))));
  }

  function tile(path: string): Promise<string> {
    return same(path, tiles.get(path)!);
  }
}

const write = (metres: readonly number[]) => metres.slice(0, NEAR).map(Math.round).join(' ');

function failure({ status, bytes }: Answer, what: string): string {
  return status === 200 ? '' : `failed: ${what}: ${status} ${bytes.toString().slice(0, 100)}`;
}

/** Files that pages load later. */
function listFiles(pages: string): string[] {
  return ['_app/immutable', 'basemap']
    .flatMap((folder) =>
      readdirSync(join(pages, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => SAMPLE.test(name));
}
