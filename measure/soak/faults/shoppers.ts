import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createRandom, pick } from '../../../sandbox/network/random.ts';
import { distanceMetres } from '../../../src/lib/network/distance.ts';
import { ask, parseJson, type Answer } from './ask.ts';
import { hashOf, readVersion, type KnownNetwork, type KnownVersion } from './known.ts';

/** A shopper's request, and the check of its answer. */
export interface Errand {
  route: string;
  /** @returns what is wrong: '' nothing, `failed: …` no usable answer, else the untrue fact. @throws Error without an answer */
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

type Told = Record<string, unknown>;

const SAMPLE = /\.(js|css|json|svg|bin|mvt|webmanifest)$/;
const NEAR = 5;
/** Of no parcel. */
const NUMBER = '690000000000199999999999';
const OUTAGES = new Set([429, 502, 503, 504]);

/** Creates errands in turn, each as often as its weight. */
export function createShoppers(place: Place): () => Errand {
  const { address, pages, known, tiles, clocks } = place;
  const random = createRandom(1);
  const oneOf = <Value>(values: readonly Value[]): Value => pick(random, values);
  const files = listFiles(pages);
  const streets = [...tiles];
  const versions = new Map<string, Promise<KnownVersion>>();

  function knownVersion(version: string): Promise<KnownVersion> {
    const there = versions.get(version) ?? readVersion(place.published, version, known);
    versions.set(version, there);
    return there;
  }

  /** @throws Error if it isn't answered */
  async function read(path: string, what = path): Promise<Answer> {
    const answer = await ask(address + path);
    if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${write(answer)}`);
    return answer;
  }

  async function same(path: string, hash: string): Promise<string> {
    return hashOf((await read(path)).bytes) === hash ? '' : `${path} has another content`;
  }

  const page = (path: string, name: string) => same(path, hashOf(readFileSync(join(pages, name))));
  const file = (name: string) => page(`/${name}`, name);

  const tile = () => same(...oneOf(streets));

  /** As a page does: the manifest, and then a file of the version that it names. */
  async function network(): Promise<string> {
    const answer = await read('/snapshot/manifest.json', 'the manifest');
    const manifest = parseJson(answer) as { version: string; count: number } | null;
    if (manifest === null) return 'the manifest is not JSON';
    const { hashes, ids } = await knownVersion(manifest.version);
    if (ids.size !== manifest.count) return `the manifest tells of ${manifest.count} points, not ${ids.size}`;
    const [name, hash] = oneOf([...hashes]);
    return same(`/snapshot/${manifest.version}/${name.split('/').map(encodeURIComponent).join('/')}`, hash);
  }

  async function check(id: string, isTrue: (told: Told) => boolean): Promise<string> {
    const answer = await read(`/api/points/${encodeURIComponent(id)}`, 'a check');
    const told = parseJson(answer) as Told | null;
    if (clocks.far && told?.['reason'] === 'outdated') return '';
    if (told?.['status'] === 'unknown')
      return `failed: a check is answered "unknown", ${String(told['reason'])}`;
    return told !== null && isTrue(told) ? '' : `${id} is answered ${write(answer)}`;
  }

  function checkOne(): Promise<string> {
    const { id } = oneOf(known.steady);
    const item = known.itemOf(id);
    return check(id, ({ status, point }) => status === 'exists' && isDeepStrictEqual(point, item));
  }

  /** An id that looks like none of the network's. */
  function checkNone(): Promise<string> {
    const id = `SOAK-${Math.floor(random() * 1e6)}`;
    return check(id, ({ status, isValid }) => status === 'mistyped' && isValid === false);
  }

  async function nearest(): Promise<string> {
    const { coordinates } = oneOf(known.steady);
    const query = `latitude=${coordinates.latitude}&longitude=${coordinates.longitude}&limit=${NEAR}`;
    const answer = await read(`/api/nearest-points?${query}`, 'nearest');
    const told = parseJson(answer) as { points: { point: { id: string } }[] } | null;
    if (told === null) return 'nearest is not JSON';
    const metres = (id: string) => {
      const at = known.itemOf(id)?.['coordinates'] as typeof coordinates | undefined;
      return at === undefined ? Infinity : distanceMetres(coordinates, at);
    };
    const got = told.points.map(({ point }) => metres(point.id));
    // Points at the front of the list may be there or not.
    const least = known.steady
      .map((point) => distanceMetres(coordinates, point.coordinates))
      .sort((a, b) => a - b);
    const isTrue =
      got.length === NEAR &&
      got.every((each, at) => each <= least[at]! + 1 && each >= (got[at - 1] ?? 0) - 1);
    return isTrue ? '' : `nearest to ${query}: ${list(got)}, not ${list(least)}`;
  }

  /** The platform is asked for it: an outage is an answer too, told as one. */
  async function parcel(): Promise<string> {
    const answer = await ask(`${address}/api/parcels/${NUMBER}`);
    const told = parseJson(answer) as { number?: string; error?: string } | null;
    if (OUTAGES.has(answer.status) && typeof told?.error === 'string') return '';
    if (answer.status !== 200) return `failed: a parcel: ${answer.status} ${write(answer)}`;
    return told?.number === NUMBER ? '' : `${NUMBER} is told as ${told?.number}`;
  }

  async function json(path: string, isTrue: (told: Told) => boolean): Promise<string> {
    const answer = await read(path);
    const told = parseJson(answer) as Told | null;
    return told !== null && isTrue(told) ? '' : `${path}: ${write(answer)}`;
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
    [4, { route: 'tile of streets', run: tile }],
    [6, { route: 'check of a point', run: checkOne }],
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
}

const list = (metres: readonly number[]) => metres.slice(0, NEAR).map(Math.round).join(' ');

const write = ({ bytes }: Answer) => bytes.toString().slice(0, 100);

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
