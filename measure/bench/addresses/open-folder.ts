import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { createFolderStore } from '../../../functions/node/folder-store.ts';
import { createStreetsServer } from '../../../functions/files/serve-streets.ts';
import { STREETS_PUBLICATION } from '../../../functions/files/store.ts';
import { readIndex, readPage, type GazetteerRow } from '../../../packages/search/gazetteer/format.ts';
import { openGazetteer } from '../../../packages/search/gazetteer/open-gazetteer.ts';
import { createSnapshotFiles } from '../../../packages/network/snapshot-files.ts';
import { readPublishedAreas } from '../../../publisher/streets/publish.ts';

/** Opens published streets as a page does, and counts the gazetteer files that are read. */
export function openFolder(folder: string) {
  const { serve } = createStreetsServer(createFolderStore(folder, STREETS_PUBLICATION), Date.now);
  const read = { files: 0, bytes: 0 };
  const gazetteer = openGazetteer({
    files: createSnapshotFiles('https://streets.test/streets/', async (input) => {
      const address = input as string;
      const answer = await serve(new Request(address));
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (/\/(\d+|index)\.json$/.test(address)) {
        read.files++;
        read.bytes += bytes.length;
      }
      if (answer.status === 204) return answer;
      const isPacked = answer.headers.get('content-encoding') === 'gzip';
      return new Response(Uint8Array.from(isPacked ? gunzipSync(bytes) : bytes), { status: answer.status });
    }),
  });
  return { gazetteer, read };
}

/** All rows of an area's gazetteer, and their size compressed with Brotli. */
export function readRows(folder: string): { rows: GazetteerRow[]; bytes: number } {
  const [area] = readPublishedAreas(folder);
  const files = join(folder, area!.name, area!.search!.version);
  const unpack = (name: string) => gunzipSync(readFileSync(join(files, name)));
  const pages = readIndex(JSON.parse(unpack('index.json.gz').toString())).map((_, page) => `${page}.json.gz`);
  const rows = pages.flatMap((name) => readPage(JSON.parse(unpack(name).toString())));
  const bytes = readdirSync(files).reduce((sum, name) => sum + brotliCompressSync(unpack(name)).length, 0);
  return { rows, bytes };
}

/** Splits a text in the same way as the search. */
export const split = (text: string): string[][] =>
  text.split(',').map((part) => part.split(/\s+/).filter((word) => word !== ''));
