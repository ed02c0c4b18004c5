import '../../../src/lib/ui/tokens.css';
import { EUROPE } from '../page-contract.ts';
import { offer } from './offer.ts';
import { showPoints, SNAPSHOT_FOLDER } from './show-points.ts';

/** The published files by URL, as a server would serve them. */
let files = new Map<string, Uint8Array<ArrayBuffer>>();

/** This product: its engine reads the snapshot's files from memory, and its map draws the points. Like the peers, it draws no land. */
offer({
  async prepare(count) {
    files = await fetchPack(`/data/${count}/snapshot.pack`);
  },
  async draw(element) {
    await showPoints(element, EUROPE, answerFromMemory);
  },
  shown: '.dp-pin',
  forget: () => files.clear(),
});

function answerFromMemory(address: RequestInfo | URL): Promise<Response> {
  const bytes = files.get(address instanceof Request ? address.url : String(address));
  return Promise.resolve(bytes ? new Response(bytes) : new Response(null, { status: 404 }));
}

/** Loads a pack: one line of JSON with the names and lengths of the files, and then their bytes. */
async function fetchPack(address: string): Promise<typeof files> {
  const pack = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const end = pack.indexOf('\n'.charCodeAt(0));
  const index = JSON.parse(new TextDecoder().decode(pack.subarray(0, end))) as [string, number][];
  const unpacked: typeof files = new Map();
  let start = end + 1;
  for (const [name, length] of index) {
    // A copy, so that a file can be freed without the others.
    unpacked.set(SNAPSHOT_FOLDER + name, pack.slice(start, start + length));
    start += length;
  }
  return unpacked;
}
