import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatPlural, formatThousands, formatDuration, formatMegabytes } from '../format.ts';
import { lockFolder } from '../lock.ts';
import type { ObjectStore } from '../object-store.ts';
import { createStatusLine, type Terminal } from '../progress-line.ts';
import { pause } from '#async/pause.ts';
import { STREETS_ATTRIBUTION, type StreetsArea } from '#contract/streets.ts';
import { createArchive } from '#network/archive/write-archive.ts';
import type { StreetsCommand } from './arguments.ts';
import { checkArchive } from './check-archive.ts';
import { pushStreets, publishArea, readPublishedAreas, removeAreas } from './publish.ts';
import { openSourceFile } from './source-file.ts';
import { StreetsError } from './explain-failure.ts';
import { GAZETTEER_FORMAT } from '#search/gazetteer/format.ts';
import { createCollector } from './search/collect.ts';
import { describeSearch } from './search/describe.ts';
import { writeGazetteer } from './search/write-gazetteer.ts';
import { importTiles } from './import-tiles.ts';

export interface StreetsDependencies {
  now: () => number;
  signal?: AbortSignal;
  terminal: Terminal;
  /** Object store to copy the published streets into; null for none. */
  store: ObjectStore | null;
}

/** Recommend a newer archive if the data is older than this. */
const OLD_DAYS = 180;
const DAY_MS = 24 * 3600 * 1000;
/** Publish an archive with up to this share of damaged tiles. */
const MAX_BAD = 0.01;

/**
 * Runs a command of `npm run streets`.
 * @param folder folder of the published streets
 * @throws StreetsError, ArchiveError, SnapshotError of the lock and the object store, and errors of the file system
 */
export async function runCommand(
  command: StreetsCommand,
  folder: string,
  dependencies: StreetsDependencies,
): Promise<void> {
  const { terminal, signal, store } = dependencies;
  const print = (text: string) => terminal.write(`${text}\n`);
  if (command.what === 'list') {
    const areas = readPublishedAreas(folder);
    for (const area of areas) print(describe(area));
    if (areas.length === 0)
      print(`There are no streets in ${folder}. Import some with npm run streets -- FILE.pmtiles.`);
    if (store === null || areas.length === 0) return;
  }
  if (command.what === 'take') mkdirSync(folder, { recursive: true });
  const lock = await lockFolder(folder, pause, print, signal);
  try {
    if (command.what === 'remove') print(`Removed: ${removeAreas(folder, command.area).join(', ')}`);
    if (command.what === 'take') await importArchive(command, folder, dependencies);
    if (store !== null) await pushStreets(folder, store, print);
  } finally {
    await lock.release();
  }
}

async function importArchive(
  { file: path, area, search }: Extract<StreetsCommand, { what: 'take' }>,
  folder: string,
  { now, signal, terminal }: StreetsDependencies,
) {
  const startedMs = now();
  const print = (text: string) => terminal.write(`${text}\n`);
  const file = await openSourceFile(path);
  const staged = join(folder, `.${area}.pmtiles`);
  const stagedSearch = join(folder, `.${area}.search`);
  const writer = await createArchive(staged);
  try {
    const archive = await checkArchive(file);
    const { bounds, minZoom, maxZoom, date, schema } = archive;
    print(`${path}: ${schema.title}, zooms ${archive.head.header.minZoom} to ${archive.head.header.maxZoom}`);
    reportAge(date, now(), print);
    const { numTileEntries: whole } = archive.head.header;
    const line = createStatusLine(terminal);
    line.begin();
    const show = (read: number) => {
      if (!line.isDue()) return;
      const takenMs = now() - startedMs;
      const leftMs = Math.max(0, (takenMs / read) * (whole - read));
      const left = takenMs < 1_000 ? '' : ` · ${formatDuration(leftMs)} left`;
      line.show(`${formatThousands(read)} of ${formatThousands(Math.max(read, whole))} tiles${left}`);
    };
    const collector = search ? createCollector(schema) : null;
    const tiles = await importTiles(file, archive, writer, collector, show, signal).finally(() =>
      line.close(),
    );
    if (tiles.bad > tiles.read * MAX_BAD)
      throw new StreetsError(
        `${formatThousands(tiles.bad)} of ${formatPlural(tiles.read, 'tile', 'tiles')} can't be read: ${path} is damaged. Download it again.`,
      );
    const written = await writer.finish({
      minZoom,
      maxZoom,
      bounds,
      metadata: { name: area, attribution: STREETS_ATTRIBUTION, type: 'overlay', format: 'pbf' },
    });
    if (written.tiles === 0)
      throw new StreetsError(`${path} contains no streets at zooms ${minZoom} to ${maxZoom}.`);
    const gazetteer = collector === null ? null : writeGazetteer(collector.collected(), stagedSearch);
    const published: StreetsArea = {
      name: area,
      version: written.version,
      bounds,
      minZoom,
      maxZoom,
      date,
      ...(gazetteer !== null && {
        search: { format: GAZETTEER_FORMAT, version: gazetteer.version, countries: gazetteer.countries },
      }),
    };
    publishArea(folder, { archive: staged, search: stagedSearch }, published);
    print(
      `Published ${describe(published)}\n` +
        `${formatPlural(written.tiles, 'tile', 'tiles')}, ${formatMegabytes(written.bytes)} (the archive: ${formatMegabytes(file.bytes)})` +
        `${tiles.bad === 0 ? '' : `; left out because they can’t be read: ${formatPlural(tiles.bad, 'tile', 'tiles')}`}\n` +
        `${describeSearch(search, gazetteer?.report ?? null, tiles.houses)}\n${formatDuration(now() - startedMs)}`,
    );
  } finally {
    await writer.close();
    await file.close();
    rmSync(staged, { force: true });
    rmSync(stagedSearch, { recursive: true, force: true });
  }
}

function describe({ name, version, bounds, minZoom, maxZoom, date }: StreetsArea): string {
  const [west, south, east, north] = bounds.map((degrees) => degrees.toFixed(2));
  return (
    `${name}/${version}: ${south} to ${north} north, ${west} to ${east} east, zooms ${minZoom} to ${maxZoom}, ` +
    (date === null ? 'of unknown date' : `as of ${date}`)
  );
}

function reportAge(date: string | null, nowMs: number, print: (text: string) => void): void {
  if (date === null) print("The archive doesn't say how old its data is.");
  else if (nowMs - Date.parse(date) > OLD_DAYS * DAY_MS)
    print(`Its data is from ${date}. A newer archive would have newer streets.`);
}
