import { setTimeout as wait } from 'node:timers/promises';
import { sendSteadily } from '../send.ts';
import { sendAsBrowser } from './send-as-browser.ts';
import { Broker } from './brokers.ts';
import { hashOf } from './known.ts';
import type { Truth } from './plan.ts';
import { createShoppers } from './shoppers.ts';
import type { SentRequest, Outcome } from './tally.ts';
import type { Served, World } from './world.ts';

const SHOPPERS_PER_SECOND = { node: 30, workerd: 12 } as const;
const BROKERS = 3;
const BROKER_RESTS_MS = 250;
/** Tiles of the capital of Andorra, as zoom, column and row. */
const TILES = [
  [14, 8261, 6050],
  [14, 8262, 6050],
  [13, 4130, 3025],
  [12, 2065, 1512],
] as const;

/** Sends shoppers' requests at a steady rate. @param tiles hashes of some tiles' contents, by address */
export async function sendShoppers(
  { runtime, address }: Served,
  tiles: ReadonlyMap<string, string>,
  { publishing, known }: World,
  truth: Truth,
  requests: SentRequest[],
  over: AbortSignal,
): Promise<void> {
  const published = publishing.folder;
  // Faults change the nodes' clocks, but not workerd's.
  const clocks = runtime === 'node' ? truth : { far: false };
  const next = createShoppers({ address, published, pages: 'build', known, tiles, clocks });
  await sendSteadily(
    SHOPPERS_PER_SECOND[runtime],
    () => over.aborted,
    () => {
      const { route, run } = next();
      return note(requests, { runtime, route, who: 'shopper' }, run);
    },
  );
}

export function makeBrokers(served: Served, world: World, truth: Truth) {
  return Array.from({ length: BROKERS }, (_, at) => ({
    served,
    broker: new Broker({ ...world, ...served, truth }, at),
  }));
}

/** Runs a broker's actions one after another. */
export async function runBroker(
  { runtime }: Served,
  broker: Broker,
  requests: SentRequest[],
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const { route, run } = await broker.next();
    await note(requests, { runtime, route, who: 'broker' }, run);
    await wait(BROKER_RESTS_MS);
  }
}

async function note(
  requests: SentRequest[],
  request: Pick<SentRequest, 'runtime' | 'route' | 'who'>,
  run: () => Promise<string>,
): Promise<void> {
  const startedMs = performance.now();
  const detail = await run().catch((error: unknown) => `failed: ${String(error)}`);
  requests.push({ ...request, startedMs, endedMs: performance.now(), outcome: outcomeOf(detail), detail });
}

function outcomeOf(detail: string): Outcome {
  if (detail === '') return 'fine';
  if (detail.startsWith('refused')) return 'refused';
  return /^(failed|token ended)/.test(detail) ? 'failed' : 'wrong';
}

/** Reads some tiles before anything breaks. */
export async function findTiles({ address }: Served): Promise<Map<string, string>> {
  const { bytes } = await sendAsBrowser(`${address}/streets/manifest.json`);
  const { areas } = JSON.parse(bytes.toString()) as { areas: { name: string; version: string }[] };
  const { name, version } = areas[0]!;
  const tiles = new Map<string, string>();
  for (const place of TILES) {
    const path = `/streets/${name}/${version}/${place.join('/')}.mvt`;
    const tile = await sendAsBrowser(address + path);
    if (tile.status !== 200) throw new Error(`${path}: ${tile.status}`);
    tiles.set(path, hashOf(tile.bytes));
  }
  return tiles;
}
