import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, pickRandom } from '../../../sandbox/network/random.ts';
import {
  GAZETTEER_FORMAT,
  foldRow,
  type GazetteerRow,
  type Town,
} from '../../../packages/search/gazetteer/format.ts';
import { makeManifest } from '../../../tests/streets/made-up-manifest.ts';
import { sortGazetteerRows, writeRows } from '../../../publisher/streets/search/write-gazetteer.ts';

/** Share of street names that occur in several towns of a country; the others occur in one town only. */
const SHARED = 0.5;
/** The copies of Andorra form a square with this many per side, APART Mercator units (about 25 km) from each other. */
const SIDE = 17;
const APART = 60_000;
const SEED = 20_261_125;
const SYLLABLES = 'ba cor del fa gri hol ja kel lu mon nor pa ri sol tar ul vi zan'.split(' ');

/**
 * Makes a country's worth of streets from the streets of one area: copies of it side by side, in each of which the towns and half of
 * the streets get new names.
 * @param rows the area's gazetteer rows
 * @param amount number of streets
 * @param folder the folder in which the files are published
 */
export function publishMadeCountry(
  rows: readonly GazetteerRow[],
  amount: number,
  folder: string,
): GazetteerRow[] {
  const own = rows.filter(({ mainName }) => mainName === '');
  const streets = own.filter(({ kind }) => kind === 'street').length;
  const copies = Math.ceil(amount / streets);
  const made: GazetteerRow[] = [];
  for (let copy = 0; copy < copies; copy++) {
    const random = createRandom(SEED, copy);
    const word = () => Array.from({ length: 3 }, () => pickRandom(random, SYLLABLES)).join('');
    const [east, south] = [(copy % SIDE) * APART, Math.floor(copy / SIDE) * APART];
    // Each gazetteer page has its own town objects.
    const towns = new Map<string, Town>();
    const townOf = (town: Town): Town => {
      const key = `${town.name} ${town.x} ${town.y}`;
      const known = towns.get(key);
      if (known !== undefined) return known;
      const name = `${town.name.split(' ').at(-1)!} ${word()}`;
      const moved = { ...town, name, key: foldRow(name, 'town').key, x: town.x + east, y: town.y + south };
      towns.set(key, moved);
      return moved;
    };
    for (const row of own) {
      const town = row.town === null ? null : townOf(row.town);
      const isTown = row.kind !== 'street' && town !== null && row.name === row.town?.name;
      const name = isTown ? town.name : random() < SHARED ? row.name : `${row.name} ${word()}`;
      made.push({ ...row, name, ...foldRow(name, row.kind), town, x: row.x + east, y: row.y + south });
    }
  }
  const sorted = sortGazetteerRows(made);
  const staged = join(folder, 'made');
  const { version, countries } = writeRows(sorted, join(staged, 'staged'));
  rmSync(join(staged, version), { recursive: true, force: true });
  renameSync(join(staged, 'staged'), join(staged, version));
  const search = { format: GAZETTEER_FORMAT, version, countries };
  const manifest = makeManifest({ name: 'made', version, bounds: [-10, 30, 30, 60], search });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return sorted;
}
