import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createRandom, pickRandom } from '../../../sandbox/network/random.ts';
import { distanceMetres } from '../../../packages/network/distance.ts';
import { parseJson, sendAsBrowser, type Answer } from './send-as-browser.ts';
import { hashOf, readVersion, type KnownNetwork, type KnownVersion } from './known.ts';

/** A shopper's request, and the check of the response. */
export interface Errand {
  route: string;
  /** @returns what is wrong: '' if nothing, `failed: …` without a usable response, otherwise the wrong fact. @throws Error without a response */
  run: () => Promise<string>;
}

/** The state of the nodes' clocks. */
export interface Clocks {
  /** Whether a node's clock is so wrong that the node can't know the network's age. */
  far: boolean;
}

interface Place {
  /** The address to which requests are sent. */
  address: string;
  published: string;
  /** Folder of the built pages. */
  pages: string;
  known: KnownNetwork;
  /** Hashes of some tiles' contents by address, from before any fault. */
  tiles: ReadonlyMap<string, string>;
  clocks: Clocks;
}

type ResponseBody = Record<string, unknown>;

const SAMPLE = /\.(js|css|json|svg|bin|mvt|webmanifest)$/;
const NEAR = 5;
/** A tracking number that no parcel has. */
const NUMBER = '690000000000199999999999';
const OUTAGES = new Set([429, 502, 503, 504]);

/** Returns a function that creates errands in turn, each as often as its weight says. */
export function createShoppers(place: Place): () => Errand {
  const { address, pages, known, tiles, clocks } = place;
  const random = createRandom(1);
  const oneOf = <Value>(values: readonly Value[]): Value => pickRandom(random, values);
  const files = listFiles(pages);
  const streets = [...tiles];
  const versions = new Map<string, Promise<KnownVersion>>();

  function knownVersion(version: string): Promise<KnownVersion> {
    const contents = versions.get(version) ?? readVersion(place.published, version, known);
    versions.set(version, contents);
    return contents;
  }

  /** @throws Error without a response of status 200 */
  async function read(path: string, what = path): Promise<Answer> {
    const answer = await sendAsBrowser(address + path);
    if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${write(answer)}`);
    return answer;
  }

  async function same(path: string, hash: string): Promise<string> {
    return hashOf((await read(path)).bytes) === hash ? '' : `${path} has different content`;
  }

  const page = (path: string, name: string) => same(path, hashOf(readFileSync(join(pages, name))));
  const file = (name: string) => page(`/${name}`, name);

  const tile = () => same(...oneOf(streets));

  /** Reads the manifest and then a file of the version that it names, as a page does. */
  async function network(): Promise<string> {
    const answer = await read('/snapshot/manifest.json', 'the manifest');
    const manifest = parseJson(answer) as { version: string; count: number } | null;
    if (manifest === null) return 'the manifest is not JSON';
    const { hashes, ids } = await knownVersion(manifest.version);
    if (ids.size !== manifest.count)
      return `the manifest says ${manifest.count} points instead of ${ids.size}`;
    const [name, hash] = oneOf([...hashes]);
    return same(`/snapshot/${manifest.version}/${name.split('/').map(encodeURIComponent).join('/')}`, hash);
  }

  async function check(id: string, isTrue: (body: ResponseBody) => boolean): Promise<string> {
    const answer = await read(`/api/points/${encodeURIComponent(id)}`, 'a check');
    const body = parseJson(answer) as ResponseBody | null;
    if (clocks.far && body?.['reason'] === 'outdated') return '';
    if (body?.['status'] === 'unknown')
      return `failed: the response to a check is "unknown", ${String(body['reason'])}`;
    return body !== null && isTrue(body) ? '' : `the response for ${id} is ${write(answer)}`;
  }

  function checkOne(): Promise<string> {
    const { id } = oneOf(known.steady);
    const item = known.itemOf(id);
    return check(id, ({ status, point }) => status === 'exists' && isDeepStrictEqual(point, item));
  }

  /** Checks an id that resembles none of the network's ids. */
  function checkNone(): Promise<string> {
    const id = `SOAK-${Math.floor(random() * 1e6)}`;
    return check(id, ({ status, isValid }) => status === 'mistyped' && isValid === false);
  }

  async function nearest(): Promise<string> {
    const { coordinates } = oneOf(known.steady);
    const query = `latitude=${coordinates.latitude}&longitude=${coordinates.longitude}&limit=${NEAR}`;
    const answer = await read(`/api/nearest-points?${query}`, 'nearest');
    const body = parseJson(answer) as { points: { point: { id: string } }[] } | null;
    if (body === null) return 'nearest is not JSON';
    const metres = (id: string) => {
      const at = known.itemOf(id)?.['coordinates'] as typeof coordinates | undefined;
      return at === undefined ? Infinity : distanceMetres(coordinates, at);
    };
    const got = body.points.map(({ point }) => metres(point.id));
    // Points at the front of the list may exist or not.
    const least = known.steady
      .map((point) => distanceMetres(coordinates, point.coordinates))
      .sort((a, b) => a - b);
    const isTrue =
      got.length === NEAR &&
      got.every((each, at) => each <= least[at]! + 1 && each >= (got[at - 1] ?? 0) - 1);
    return isTrue ? '' : `nearest to ${query}: ${list(got)} instead of ${list(least)}`;
  }

  /** The server asks the platform about the parcel. A response that reports an outage as such is fine too. */
  async function parcel(): Promise<string> {
    const answer = await sendAsBrowser(`${address}/api/parcels/${NUMBER}`);
    const body = parseJson(answer) as { number?: string; error?: string } | null;
    if (OUTAGES.has(answer.status) && typeof body?.error === 'string') return '';
    if (answer.status !== 200) return `failed: a parcel: ${answer.status} ${write(answer)}`;
    return body?.number === NUMBER ? '' : `the response for ${NUMBER} has the number ${body?.number}`;
  }

  async function json(path: string, isTrue: (body: ResponseBody) => boolean): Promise<string> {
    const answer = await read(path);
    const body = parseJson(answer) as ResponseBody | null;
    return body !== null && isTrue(body) ? '' : `${path}: ${write(answer)}`;
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

/** Lists the files that pages load later. */
function listFiles(pages: string): string[] {
  return ['_app/immutable', 'basemap']
    .flatMap((folder) =>
      readdirSync(join(pages, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => SAMPLE.test(name));
}
