import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { groupBy } from '../../../publisher/group.ts';
import { countEditsToPrefix } from '../../../packages/contract/count-edits.ts';
import { compareHouses, readHouses } from '../../../packages/search/place-house.ts';
import { foldStreetName } from '../../../packages/search/names.ts';
import { distanceMetres } from '../../../packages/network/distance.ts';
import { latitudeAt, longitudeAt } from '../../../packages/network/snapshot-format/mercator.ts';
import { makeTiles, readAddresses, type TaggedAddress } from './make-tiles.ts';
import { publish } from './measure.ts';
import { openFolder, readRows, split } from './open-folder.ts';

/** How well a gazetteer made from tiles finds the tagged addresses of the extract from which the tiles were made. */
export interface TruthRow {
  part: 'truth';
  extract: string;
  /** Number of addresses with a street and a number; an address that several features share counts once. */
  questionCount: number;
  /** Addresses whose street is named in the tiles (one letter may differ), and how many of them were answered with that street. */
  namedStreet: number;
  rightStreet: number;
  /** Addresses whose number is in the tiles at that place, and how many of them were found within 30 m. */
  onMap: number;
  within: number;
  wrongTown: number;
  /** Houses that were reported as exact, and how many of them are more than 60 m away. */
  exact: number;
  untrue: number;
  astray: string[];
  lost: string[];
}

const WITHIN_METRES = 30;
const UNTRUE_METRES = 60;
/** A number this close is taken to be the number of the address. */
const SAME_METRES = 15;

/** @param extract path of raw OpenStreetMap data; `osmium` and `tilemaker` must be installed */
export async function measureTruth(extract: string): Promise<TruthRow> {
  const work = mkdtempSync(join(tmpdir(), 'droppoint-extract-'));
  const folder = await publish(await makeTiles(extract, work), 'extract');
  const { gazetteer } = openFolder(folder);
  const names = readRows(folder).rows.map(({ name }) => spell(name));
  const row: TruthRow = {
    ...{
      part: 'truth',
      extract: basename(extract),
      questionCount: 0,
      namedStreet: 0,
      rightStreet: 0,
      onMap: 0,
    },
    ...{ within: 0, wrongTown: 0, exact: 0, untrue: 0, astray: [], lost: [] },
  };
  const addresses = readAddresses(extract, work);
  for (const places of groupBy(addresses, (address) => writeText(address).toLowerCase()).values()) {
    const { street, number } = places[0]!;
    const text = writeText(places[0]!);
    row.questionCount++;
    const isNamed = names.some((name) => isSame(name, street));
    if (isNamed) row.namedStreet++;
    const [match] = await gazetteer.find({ parts: split(text), near: null, countries: [] });
    if (match?.kind !== 'street' || !isSame(spell(match.name), street)) {
      row.lost.push(`${text} → ${match?.name ?? 'nothing'}${isNamed ? '' : ' (no such street)'}`);
      continue;
    }
    if (isNamed) row.rightStreet++;
    if (match.left !== '') row.wrongTown++;
    const metresTo = (position: { latitude: number; longitude: number }) =>
      Math.min(...places.map((place) => distanceMetres(position, place)));
    const near = await readHouses(match, (x, y) => gazetteer.readTile(match.area, x, y));
    const isThere = near.some(
      ({ number: seen, x, y }) =>
        compareHouses(seen, number) === 'same' &&
        metresTo({ latitude: latitudeAt(y), longitude: longitudeAt(x) }) < SAME_METRES,
    );
    const { position, precision } = await gazetteer.place(match);
    const metres = Math.round(metresTo(position));
    if (precision === 'exact') {
      row.exact++;
      if (metres > UNTRUE_METRES) row.untrue++;
    }
    if (!isThere) continue;
    row.onMap++;
    if (metres <= WITHIN_METRES) row.within++;
    else row.astray.push(`${text}: ${precision}, ${metres} m`);
  }
  return row;
}

/** Tags contain misspelt names too. */
const isSame = (name: string, street: string) => {
  const spelled = spell(street);
  return countEditsToPrefix(spelled, name, 1) <= 1 && countEditsToPrefix(name, spelled, 1) <= 1;
};

const spell = (street: string) => {
  const { key, kind } = foldStreetName(street);
  return `${kind} ${key}`;
};

/** An address as people type it. A list of numbers is cut at its first comma or semicolon, which would end a part of the query. */
const writeText = ({ street, number, city }: TaggedAddress) =>
  [`${street} ${number.split(/[;,]/, 1)[0]!}`, city].filter((part) => part !== '').join(', ');
