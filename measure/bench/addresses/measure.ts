import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, pickRandom } from '../../../sandbox/network/random.ts';
import type { GazetteerRow } from '../../../packages/search/gazetteer/format.ts';
import type { GazetteerMatch } from '../../../packages/search/question.ts';
import type { Position } from '../../../packages/network/distance.ts';
import { latitudeAt, longitudeAt } from '../../../packages/network/snapshot-format/mercator.ts';
import { rankTogether } from '../../../packages/search/rank.ts';
import { runCommand } from '../../../publisher/streets/run-command.ts';
import { publishMadeCountry } from './made-country.ts';
import { openFolder, readRows, split } from './open-folder.ts';

/** Results of one kind of question about addresses on streets. */
export interface AddressRow {
  part: 'addresses';
  streets: string;
  kind: string;
  questionCount: number;
  right: number;
  /** The most files and KB of the gazetteer that a fresh visit reads for a question. */
  maxFiles: number;
  maxKb: number;
  /** Median processor time of a question whose files are in memory, in ms. */
  cpuMs: number;
  /** Bytes per name in the whole gazetteer, compressed with Brotli. */
  bytesPerName: number;
  astray: string[];
}

interface Question {
  text: string;
  near: Position | null;
  isRight: (found: GazetteerMatch) => boolean;
}

const ANDORRA = join(import.meta.dirname, '../../../sandbox/streets/andorra.pmtiles');
const AMOUNT = 150;
const COUNTRY_STREETS = 250_000;
const SEED = 20_261_126;

/** Publishes an archive with the operator's command. @returns the folder */
export async function publish(archive: string, area: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'droppoint-streets-'));
  const terminal = { isTty: false, write: () => {}, now: Date.now };
  await runCommand({ what: 'take', file: archive, area, search: true, to: null }, folder, {
    now: Date.now,
    terminal,
    store: null,
  });
  return folder;
}

/** Searches for streets of Andorra, and for streets of a made-up country that is built from it. */
export async function measureAddresses(progress: (kind: string) => void): Promise<AddressRow[]> {
  const folder = await publish(ANDORRA, 'andorra');
  const { rows, bytes } = readRows(folder);
  const bytesPerName = bytes / rows.length;
  const names = [...new Set(rows.filter(({ kind }) => kind === 'street').map(({ name }) => name))];
  progress('Andorra');
  const all = names.map((name): Question => ({
    text: name,
    near: null,
    isRight: (found) => found.name === name || found.otherName === name,
  }));
  const andorra = await requestAll(folder, all);
  const country = join(folder, 'country');
  mkdirSync(country);
  const made = publishMadeCountry(rows, COUNTRY_STREETS, country);
  const madeBytes = readRows(country).bytes / made.length;
  const result: AddressRow[] = [
    {
      part: 'addresses',
      streets: 'Andorra',
      kind: 'every street by its name alone',
      bytesPerName,
      ...andorra,
    },
  ];
  for (const { kind, questions } of makeQuestions(made)) {
    progress(kind);
    const answers = await requestAll(country, questions);
    result.push({ part: 'addresses', streets: '250,000 streets', kind, bytesPerName: madeBytes, ...answers });
  }
  return result;
}

function makeQuestions(rows: readonly GazetteerRow[]): { kind: string; questions: Question[] }[] {
  const streets = rows.filter(({ kind, town }) => kind === 'street' && town !== null);
  const random = createRandom(SEED, 0);
  const take = (from: readonly GazetteerRow[]) =>
    Array.from({ length: AMOUNT }, () => pickRandom(random, from));
  const some = take(streets);
  const middle = { latitude: latitudeAt(24_784_000), longitude: longitudeAt(33_838_000) };
  const isThere = (row: GazetteerRow) => (found: GazetteerMatch) =>
    found.kind === 'street' && found.name === row.name && found.town === row.town!.name;
  const number = () => 1 + Math.floor(random() * 80);
  const kinds: {
    kind: string;
    isIntended?: (row: GazetteerRow) => boolean;
    write: (row: GazetteerRow) => string;
  }[] = [
    {
      kind: 'street number, town',
      write: (row) => `${row.name} ${number()}, ${row.town!.name}`,
    },
    { kind: 'town, street', write: (row) => `${row.town!.name}, ${row.name}` },
    {
      // Shorter names would be ambiguous.
      kind: 'a letter of six or more missing, town',
      isIntended: ({ key }) => /^\D{6,}$/.test(key),
      write: (row) => `${row.name.slice(0, -2)}${row.name.at(-1)}, ${row.town!.name}`,
    },
    { kind: 'town', write: (row) => row.town!.name },
  ];
  return kinds
    .map(({ kind, isIntended, write }) => ({
      kind,
      questions: (isIntended ? take(streets.filter(isIntended)) : some).map((row): Question => ({
        text: write(row),
        near: middle,
        isRight: kind === 'town' ? (found) => found.name === row.town!.name : isThere(row),
      })),
    }))
    .concat({
      kind: 'street, the view on it',
      questions: some.map((row) => ({
        text: row.name,
        near: { latitude: latitudeAt(row.y), longitude: longitudeAt(row.x) },
        isRight: isThere(row),
      })),
    });
}

async function requestAll(folder: string, questions: readonly Question[]) {
  const [warm, cpu, astray] = [openFolder(folder).gazetteer, [] as number[], [] as string[]];
  let [right, maxFiles, maxBytes] = [0, 0, 0];
  for (const { text, near, isRight } of questions) {
    const { gazetteer, read } = openFolder(folder);
    const question = { parts: split(text), near, countries: [] };
    const matches = await gazetteer.find(question);
    maxFiles = Math.max(maxFiles, read.files);
    maxBytes = Math.max(maxBytes, read.bytes);
    const ranked = rankTogether([], matches, near, (match) => ({ kind: 'mapped' as const, match }));
    // If nothing distinguishes several streets, all of them are offered.
    const offered = near === null ? ranked : ranked.slice(0, 1);
    if (offered.some((each) => each.kind === 'mapped' && isRight(each.match))) right++;
    else astray.push(`${text} → ${matches[0]?.name ?? 'nothing'}, ${matches[0]?.town ?? ''}`);
    await warm.find(question);
    const before = process.cpuUsage();
    await warm.find(question);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  const cpuMs = cpu.sort((a, b) => a - b)[cpu.length >> 1] ?? 0;
  return {
    questionCount: questions.length,
    right,
    maxFiles,
    maxKb: maxBytes / 1000,
    cpuMs,
    astray: astray.slice(0, 20),
  };
}
