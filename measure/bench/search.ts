import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { suggest } from '../../packages/search/search.ts';
import { distanceMetres } from '../../packages/network/distance.ts';
import type { PointNetwork } from '../../packages/network/point-network.ts';
import { SnapshotNetwork } from '../../packages/network/snapshot-network.ts';
import { openVersion } from '../../packages/network/snapshot-version.ts';
import type { BenchNetwork } from './networks.ts';
import type { Question, QuestionKind } from './search-questions.ts';
import type { Suggestion } from '../../packages/search/question.ts';

/** The results of one kind of question in one network. */
export interface SearchRow {
  part: 'search';
  network: string;
  kind: string;
  questionCount: number;
  right: number;
  /** Results of the same questions when limited to their country: right answers, and answers that are in another country nevertheless. */
  rightInCountry: number;
  foreign: number;
  /** Answers reported as exact that are farther from the address than UNTRUE_METRES, so that their distances would be wrong. */
  untrue: number;
  /** Average and highest number of files read per question. */
  files: number;
  maxFiles: number;
  /** Examples of wrongly answered questions, for the person who fixes them. */
  astray: string[];
  load: number;
}

const MAX_ASTRAY = 400;
/** Searches a published network with the code of the search field, reading its files from disk. */
export async function measureSearch(
  { published }: BenchNetwork,
  name: string,
  kinds: readonly QuestionKind[],
  progress: (kind: string) => void,
): Promise<SearchRow[]> {
  const counter = { files: 0 };
  const open = () => openFolder(published, counter);
  const rows: SearchRow[] = [];
  for (const kind of kinds) {
    progress(`${name}: ${kind.kind}`);
    rows.push(await measureKind(open, counter, name, kind));
  }
  return rows;
}

async function measureKind(
  open: () => Promise<PointNetwork>,
  counter: { files: number },
  network: string,
  { kind, questions }: QuestionKind,
): Promise<SearchRow> {
  const row: SearchRow = {
    part: 'search',
    network,
    kind,
    questionCount: questions.length,
    right: 0,
    rightInCountry: 0,
    foreign: 0,
    untrue: 0,
    files: 0,
    maxFiles: 0,
    astray: [],
    load: loadavg()[0]!,
  };
  for (const question of questions) {
    const snapshot = await open();
    counter.files = 0;
    const first = await request(snapshot, question, []);
    row.files += counter.files / questions.length;
    row.maxFiles = Math.max(row.maxFiles, counter.files);
    if (isUntrue(first, question)) row.untrue++;
    if (isRight(first, question)) row.right++;
    else if (row.astray.length < MAX_ASTRAY)
      row.astray.push(`${question.text} → ${describe(first, question)}`);
    const inCountry = await request(snapshot, question, [question.country]);
    if (isRight(inCountry, question)) row.rightInCountry++;
    else row.astray.push(`${question.text} in ${question.country} → ${describe(inCountry, question)}`);
    if (inCountry !== null && positionOf(inCountry).country !== question.country) row.foreign++;
    snapshot.close();
  }
  return row;
}

/** The suggestion that Enter selects. */
async function request(
  snapshot: PointNetwork,
  { text }: Question,
  countries: string[],
): Promise<Suggestion | null> {
  // The centre of the product's first view.
  const [first] = await suggest(snapshot, {
    text,
    countries,
    near: { latitude: 50.5, longitude: 12 },
    named: true,
  });
  return first ?? null;
}

function isRight(found: Suggestion | null, { position, alike = [], tolerance }: Question): boolean {
  if (found === null) return false;
  const at = positionOf(found);
  return [position, ...alike].some((right) => distanceMetres(at, right) <= tolerance);
}

/** The accuracy of distances that are shown without "about". */
const UNTRUE_METRES = 60;

function isUntrue(found: Suggestion | null, { position }: Question): boolean {
  const isExact = found?.kind === 'street' && found.street.precision === 'exact';
  return isExact && distanceMetres(found.street, position) > UNTRUE_METRES;
}

function positionOf(found: Suggestion) {
  if (found.kind === 'place') return found.place;
  if (found.kind === 'street') return found.street;
  if (found.kind === 'position') return { ...found.position, country: '' };
  if (found.kind === 'point' && found.named) return found.named;
  return { latitude: 0, longitude: 0, country: '' };
}

function describe(found: Suggestion | null, { position }: Question): string {
  if (found === null) return 'nothing';
  if (found.kind === 'point') return found.named?.name ?? found.id;
  if (found.kind === 'position') return 'a position';
  if (found.kind === 'country') return found.code;
  const { name, country } = found.kind === 'place' ? found.place : found.street;
  const away = Math.round(distanceMetres(positionOf(found), position) / 1000);
  const city = found.kind === 'street' ? `, ${found.street.city}` : '';
  return `${name}${city} (${country}), ${away} km away`;
}

/** Opens the version in a folder. It isn't followed, which would count files of its own. */
async function openFolder(folder: string, counter: { files: number }): Promise<PointNetwork> {
  const base = 'https://files.test/';
  const version = await openVersion({
    baseUrl: base,
    now: Date.now,
    fetch: async (input) => {
      const name = decodeURIComponent((input as string).slice(base.length));
      counter.files++;
      try {
        return new Response(new Uint8Array(await readFile(join(folder, name))));
      } catch {
        return new Response(null, { status: 404 });
      }
    },
  });
  return new SnapshotNetwork(version);
}
