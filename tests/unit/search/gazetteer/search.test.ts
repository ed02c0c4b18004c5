import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { foldRow, type GazetteerRow, readIndex, readPage, type Town } from '#search/gazetteer/format.ts';
import type { GazetteerMatch } from '#search/question.ts';
import { searchArea } from '#search/gazetteer/search-area.ts';
import { distanceMetres } from '#network/distance.ts';
import { copyAndorra, createStreets, dropGazetteers, takeAndorra } from '../../../streets/andorra.ts';
import { openPublished, split } from './open-andorra.ts';

const streets = await takeAndorra();

const CAPITAL = { latitude: 42.5075, longitude: 1.5218 };
const ORDINO = { latitude: 42.556, longitude: 1.533 };

async function request(text: string, near = CAPITAL, countries: string[] = []): Promise<GazetteerMatch[]> {
  return openPublished(streets.folder).gazetteer.find({ parts: split(text), near, countries });
}

/** Searches a gazetteer for a text alone. */
const findIn = ({ gazetteer }: ReturnType<typeof openPublished>, text: string) =>
  gazetteer.find({ parts: split(text), near: null, countries: [] });

const report = ({ name, house, town }: GazetteerMatch) =>
  [name, house, town].filter((part) => part !== '').join(' | ');
const first = async (text: string) => {
  const [match] = await request(text);
  return match === undefined ? 'nothing' : report(match);
};

describe('what is found first for', () => {
  it.each([
    // Street and number, in any order, with and without a comma.
    ['Avinguda Meritxell 10, Andorra la Vella', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['Avinguda Meritxell 10 Andorra la Vella', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['Avinguda Meritxell, 10, Andorra la Vella', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['10 Avinguda Meritxell', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['10, avinguda meritxell', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['Andorra la Vella, Avinguda Meritxell 10', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['andorra la vella avinguda meritxell 10', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['Avinguda Meritxell 10 2n 1a, Andorra la Vella', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    // Abbreviated, in another language, misspelt by one and by two.
    ['Av. Meritxell', 'Avinguda Meritxell | Andorra la Vella'],
    ['AVDA. MERITXELL 3', 'Avinguda Meritxell | 3 | Andorra la Vella'],
    ['avinguda meritx', 'Avinguda Meritxell | Andorra la Vella'],
    ['Avinguda Meirtxell', 'Avinguda Meritxell | Andorra la Vella'],
    ['Avinguda Mertxel', 'Avinguda Meritxell | Andorra la Vella'],
    ['Avigunda Meritxell', 'Avinguda Meritxell | Andorra la Vella'],
    // A town without its article, misspelt, and a street in it.
    ['massana', 'La Massana'],
    ['Canilo', 'Canillo'],
    ['Carrer Major, Canillo', 'Carrer Major | Canillo'],
    ['la massana carrer major 3', 'Carrer Major | 3 | La Massana'],
    ['Carrer Major, Encmp', 'Carrer Major | Encamp'],
    // The town in another writing, with a district or a code behind it.
    ['Avinguda Meritxell 10, Andorra Vella', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['Avinguda Meritxell 10, Andorra la V.', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['Avinguda Meritxell 10, Andorra la Vella-Centre', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['Avinguda Meritxell 10, AD500 Andorra la Vella AD', 'Avinguda Meritxell | 10 | Andorra la Vella'],
    ['Carrer Major, Gemeinde Encamp', 'Carrer Major | Encamp'],
    // A landmark.
    ['hospital', 'Hospital de Nostra Senyora de Meritxell | Andorra la Vella'],
    ['qwrtzx', 'nothing'],
  ])('%j is %j', async (text, expected) => {
    expect(await first(text)).toBe(expected);
  });

  it('a street of several towns is each of them', async () => {
    const towns = (await request('Carrer Major'))
      .filter(({ name }) => name === 'Carrer Major')
      .map(({ town }) => town);
    expect(new Set(towns).size).toBeGreaterThan(3);
    expect(towns).toContain('Ordino');
  });

  it('a country that isn’t allowed is nothing', async () => {
    expect(await request('Avinguda Meritxell', CAPITAL, ['PL'])).toEqual([]);
    expect((await request('Avinguda Meritxell', CAPITAL, ['AD', 'PL'])).length).toBeGreaterThan(0);
  });

  it('an unknown town is told, and the streets of the name', async () => {
    const [match] = await request('Avinguda Meritxell 10, Xyzzy');
    expect(match).toMatchObject({ name: 'Avinguda Meritxell', left: 'Xyzzy' });
  });

  it('what follows the town is no unknown town', async () => {
    const [match] = await request('Avinguda Meritxell 10, Andorra la Vella-Centre');
    expect(match).toMatchObject({ name: 'Avinguda Meritxell', left: '', isBeside: false });
  });
});

const townOf = (name: string): Town => ({ name, country: 'AD', key: name.toLowerCase(), x: 0, y: 0 });

const rowOf = (name: string, town = 'Vila', kind: GazetteerRow['kind'] = 'street'): GazetteerRow => ({
  ...{ name, kind, town: townOf(town), mainName: '', x: 0, y: 0, reach: 0, population: 0 },
  ...foldRow(name, kind),
});

/** Searches an area of these pages. */
async function searchPages(pages: readonly GazetteerRow[][], text: string) {
  const read: number[] = [];
  const files = {
    readKeys: () => Promise.resolve(pages.map(([first]) => first!.key)),
    readPage: (page: number) => (read.push(page), Promise.resolve(pages[page]!)),
  };
  const [found] = await searchArea(files, split(text), null);
  return { found, read };
}

describe('a search', () => {
  // "majr" is behind "major gran".
  const majorIn = (town: string) => [
    [rowOf('Carrer Bonic'), rowOf('Carrer Major', town)],
    [rowOf('Carrer Major Gran', town), rowOf('Carrer Nou', town)],
    [rowOf('Vila', 'Vila', 'town')],
  ];

  it('finds a misspelt name of another page than the one where the typed text would be', async () => {
    const { found, read } = await searchPages(majorIn('Vila'), 'Carrer Majr, Vila');
    expect(found).toMatchObject({ row: { name: 'Carrer Major' }, match: 'typo', left: [] });
    expect(read).toEqual([1, 0]);
  });

  it('knows the town of a misspelt street in its suburb, though the town’s page isn’t read', async () => {
    const { found, read } = await searchPages(majorIn('Port'), 'Carrer Majr, Vila');
    expect(found).toMatchObject({ row: { name: 'Carrer Major' }, match: 'typo', left: [], isBeside: true });
    expect(read).toEqual([1, 0]);
  });

  it('finds every named street by its name alone', async () => {
    const published = openPublished(streets.folder);
    const [area] = streets.areas();
    const folder = join(streets.folder, 'andorra', area!.search!.version);
    const read = (name: string): unknown =>
      JSON.parse(gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString());
    const rows = readIndex(read('index.json')).flatMap((_, page) => readPage(read(`${page}.json`)));
    const names = new Set(rows.filter(({ kind }) => kind === 'street').map(({ name }) => name));
    expect(names.size).toBeGreaterThan(700);
    const lost: string[] = [];
    for (const name of names) {
      const found = await findIn(published, name);
      if (!found.some((match) => match.name === name || match.otherName === name)) lost.push(name);
    }
    expect(lost).toEqual([]);
  });

  it('reads at most three files and 40 KB', async () => {
    const questions = [
      'Carrer Major 5, Canillo',
      'Ordino, Carrer Major',
      'Xyzzy 7, Andorra la Vella',
      'meritxel',
    ];
    for (const text of questions) {
      const { gazetteer, read } = openPublished(streets.folder);
      await gazetteer.find({ parts: split(text), near: CAPITAL, countries: [] });
      expect(read.length, text).toBeLessThanOrEqual(3);
      expect(read.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(40_000);
    }
  });

  it('reads the manifest again when its gazetteer is gone', async () => {
    const own = await copyAndorra();
    let nowMs = 0;
    const opened = openPublished(own.folder, () => nowMs);
    await findIn(opened, 'meritxell');
    // Two later imports, of which the first replaces the version that was read.
    const [area] = own.areas();
    const folder = join(own.folder, 'andorra');
    const other = 'fedcba9876543210';
    mkdirSync(join(folder, other));
    const rows = {
      names: ['Carrer Inventat'],
      kinds: 's',
      towns: [],
      town: [0],
      x: [1e6],
      y: [7e5],
      reach: [1],
      main: {},
      people: {},
    };
    writeFileSync(join(folder, other, 'index.json.gz'), gzipSync('{"format":1,"keys":["inventat"]}'));
    writeFileSync(join(folder, other, '0.json.gz'), gzipSync(JSON.stringify(rows)));
    const manifest = JSON.parse(readFileSync(join(own.folder, 'manifest.json'), 'utf8')) as {
      areas: object[];
    };
    manifest.areas = [{ ...area, search: { ...area!.search, version: other } }];
    writeFileSync(join(own.folder, 'manifest.json'), JSON.stringify(manifest));
    nowMs += 1_100;
    const invented = [{ name: 'Carrer Inventat' }];
    expect(await findIn(openPublished(own.folder), 'inventat')).toMatchObject(invented);
    // The page that was open has its index and asks for a page of the old version that the server no longer names.
    expect(await findIn(opened, 'zzz')).toEqual([]);
    expect(await findIn(opened, 'inventat')).toMatchObject(invented);
  });

  it('has no answers where no streets are, or without a gazetteer', async () => {
    expect(await findIn(openPublished(createStreets().folder), 'meritxell')).toEqual([]);
    const without = await copyAndorra();
    dropGazetteers(without.folder);
    expect(await findIn(openPublished(without.folder), 'meritxell')).toEqual([]);
  });

  it('takes the nearest of equal streets first', async () => {
    const nearest = (await request('Carrer Major', ORDINO)).filter(
      ({ match, otherKind }) => match === 'exact' && !otherKind,
    );
    const distances = nearest.map((match) => distanceMetres(ORDINO, match));
    expect(Math.min(...distances)).toBeLessThan(1_500);
  });
});
