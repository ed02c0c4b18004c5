import { describe, expect, it } from 'vitest';
import { makeItems, type Item } from './made-up-platform.ts';
import { decodeCells, encodeCells } from '../../publisher/areas/cells.ts';
import { findArea } from '../../publisher/country-areas.ts';
import { findMisplaced } from '../../publisher/misplaced.ts';
import type { PointColumns } from '../../publisher/point-table.ts';
import { publishItems } from './publish-items.ts';

const at = (id: string, latitude: number, longitude: number, country = 'PL'): Item => ({
  id,
  country,
  coordinates: { latitude, longitude },
});

async function findSwapped(items: Item[]) {
  const { report } = await publishItems(items);
  return report.setAside.filter(({ reason }) => reason === 'coordinates_swapped').map(({ id }) => id);
}

describe('Points with latitude and longitude exchanged', () => {
  it('found by the country’s boundaries', async () => {
    const items = [...makeItems(200), at('SWAPPED', 19.5, 51.9), at('RIGHT', 51.9, 19.5)];
    expect(await findSwapped(items)).toEqual(['SWAPPED']);
  });

  it('found even if most of the country is wrong', async () => {
    const wrong = Array.from({ length: 15 }, (_, n) => at(`WRONG_${n}`, 17 + n / 4, 50.5 + n / 8));
    expect(await findSwapped([...makeItems(10), ...wrong])).toHaveLength(15);
  });

  it('found on islands far from the mainland', async () => {
    const canaries = Array.from({ length: 12 }, (_, n) => at(`ES_${n}`, 28 + n / 50, -16 + n / 50, 'ES'));
    const mainland = Array.from({ length: 200 }, (_, n) =>
      at(`ES_M${n}`, 37 + (n % 60) / 10, -6 + n / 30, 'ES'),
    );
    const items = [...canaries, ...mainland, at('SWAPPED', -15.8, 28.1, 'ES')];
    expect(await findSwapped(items)).toEqual(['SWAPPED']);
  });

  it('not assumed for points overseas or misplaced in other ways', async () => {
    const items = [...makeItems(200), at('OVERSEAS', -21.1, 55.5), at('WRONG', 2.3, 48.9), at('SEA', 55, 19)];
    expect(await findSwapped(items)).toEqual([]);
  });

  it('not assumed if both places lie inside, or the country is unknown', async () => {
    const turkish = [at('TR_1', 39, 37, 'TR'), at('TR_2', 37, 39, 'TR')];
    expect(await findSwapped([...turkish, at('XX_1', 21, 52, 'XX'), at('NONE', 21, 52, '')])).toEqual([]);
  });

  it('found in a small country and with a lower-case code', async () => {
    expect(await findSwapped([at('LU_1', 49.6, 6.1, 'LU'), at('LU_2', 6.1, 49.6, 'lu')])).toEqual(['LU_2']);
  });
});

describe('Misplaced points of a list', () => {
  type Row = readonly [id: string, country: string, latitude: number, longitude: number];
  const find = (rows: readonly Row[]) =>
    findMisplaced({
      ids: rows.map(([id]) => id),
      latitudes: Float64Array.from(rows, (row) => row[2]),
      longitudes: Float64Array.from(rows, (row) => row[3]),
      classes: Uint32Array.from(rows.keys()),
      classLabels: rows.map(([, country]) => ({ country })),
    } as unknown as PointColumns);

  it('counted by country, the worst first', () => {
    const { swapped, misplaced } = find([
      ['CZ_SWAPPED', 'CZ', 15, 50],
      ['PL_RIGHT', 'PL', 52, 21],
      ['PL_FAR', 'PL', 2, 48],
      ['PL_SWAPPED', 'PL', 21, 52],
      ['SK_RIGHT', 'SK', 48.7, 19],
      ['XX', 'XX', 0, 0],
    ]);
    const reason = 'coordinates_swapped';
    const problemOf = (where: string) => `coordinates: ${where}; exchanged, it lies inside`;
    expect([...swapped]).toEqual([
      [0, { id: 'CZ_SWAPPED', reason, problem: problemOf('15, 50 lies outside CZ') }],
      [3, { id: 'PL_SWAPPED', reason, problem: problemOf('21, 52 lies outside PL') }],
    ]);
    expect(misplaced).toEqual([
      {
        country: 'PL',
        points: 3,
        exchanged: 1,
        outside: 1,
        examples: { exchanged: ['PL_SWAPPED at 21, 52'], outside: ['PL_FAR at 2, 48'] },
      },
      {
        country: 'CZ',
        points: 1,
        exchanged: 1,
        outside: 0,
        examples: { exchanged: ['CZ_SWAPPED at 15, 50'], outside: [] },
      },
    ]);
    expect(find([['PL_RIGHT', 'PL', 52, 21]])).toEqual({ swapped: new Map(), misplaced: [] });
  });

  it('five examples', () => {
    const { misplaced } = find([...'ABCDEFG'].map((id) => [id, 'PL', 2, 48]));
    expect(misplaced).toMatchObject([{ points: 7, outside: 7 }]);
    expect(misplaced[0]!.examples.outside).toEqual([...'ABCDE'].map((id) => `${id} at 2, 48`));
  });
});

describe('Area of a country', () => {
  it.each([
    ['Réunion', 'FR', -21.1, 55.5],
    ['Guadeloupe', 'FR', 16.2, -61.5],
    ['French Guiana', 'FR', 4.9, -52.3],
    ['New Caledonia', 'FR', -22.3, 166.4],
    ['the Canaries', 'ES', 28.1, -15.4],
    ['Ceuta', 'ES', 35.89, -5.32],
    ['the Azores', 'PT', 37.7, -25.7],
    ['Jersey', 'GB', 49.2, -2.1],
    ['Shetland', 'GB', 60.4, -1.2],
    ['Bonaire', 'NL', 12.15, -68.27],
    ['Curaçao', 'NL', 12.1, -68.9],
    ['the Faroes', 'DK', 62, -6.8],
    ['Bornholm', 'DK', 55.1, 14.9],
    ['Åland', 'FI', 60.1, 19.9],
    ['Lampedusa', 'IT', 35.5, 12.6],
    ['Svalbard', 'NO', 78.2, 15.6],
    ['Hawaii', 'US', 21.3, -157.8],
    ['Kosovo', 'RS', 42.7, 21.2],
    ['beyond the antimeridian', 'RU', 66, -172],
    ['a quay', 'PL', 54.2, 16.1],
  ])('includes %s', (_where, country, latitude, longitude) => {
    expect(findArea(country)!(latitude, longitude)).toBe(true);
    expect(findArea(country)!(longitude, latitude)).toBe(false);
  });

  it('Paris, the open sea and the other side of the world are not in Poland', () => {
    const isInside = findArea('PL')!;
    const elsewhere = [
      [48.9, 2.3],
      [56.5, 19],
      [52, 201],
      [-52, 21],
      [52, -21],
      [90, 180],
      [-90, -180],
    ] as const;
    expect(elsewhere.filter(([latitude, longitude]) => isInside(latitude, longitude))).toEqual([]);
    expect(findArea('XX')).toBeNull();
  });

  it('its runs of cells can be written and read again', () => {
    for (const cells of [[0], [5, 6, 7, 900], [259_199, 3, 2]])
      expect([...decodeCells(encodeCells(cells))]).toEqual(cells.toSorted((a, b) => a - b));
  });
});
