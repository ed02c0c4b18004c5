import { describe, expect, it } from 'vitest';
import { makeItems, makePlatform, makeSettings, run, type Item } from './made-up-platform.ts';
import { readPublished } from './read-published.ts';
import { makeFolder } from '../temporary-folder.ts';

const at = (id: string, latitude: number, longitude: number, country = 'PL'): Item => ({
  id,
  country,
  coordinates: { latitude, longitude },
});

async function findSwapped(items: Item[]) {
  const folder = makeFolder();
  await run(makeSettings(folder), makePlatform(items));
  const { report } = readPublished(folder);
  return report.setAside.filter(({ reason }) => reason === 'coordinates_swapped').map(({ id }) => id);
}

describe('points with latitude and longitude exchanged', () => {
  it('are found by where the rest of their country lies', async () => {
    const items = [...makeItems(200), at('SWAPPED', 19.5, 51.9), at('RIGHT', 51.9, 19.5)];
    expect(await findSwapped(items)).toEqual(['SWAPPED']);
  });

  it('are found where a tenth of the country is wrong', async () => {
    const wrong = Array.from({ length: 20 }, (_, n) => at(`WRONG_${n}`, 17 + n / 4, 50.5 + n / 8));
    expect(await findSwapped([...makeItems(200), ...wrong])).toHaveLength(20);
  });

  it('are found on islands far from the mainland', async () => {
    const canaries = Array.from({ length: 12 }, (_, n) => at(`ES_${n}`, 28 + n / 50, -16 + n / 50, 'ES'));
    const mainland = Array.from({ length: 200 }, (_, n) =>
      at(`ES_M${n}`, 37 + (n % 60) / 10, -6 + n / 30, 'ES'),
    );
    const items = [...canaries, ...mainland, at('SWAPPED', -15.8, 28.1, 'ES')];
    expect(await findSwapped(items)).toEqual(['SWAPPED']);
  });

  it('are not seen in a point overseas, nor in one that lies wrong otherwise', async () => {
    const items = [...makeItems(200), at('OVERSEAS', -21.1, 55.5), at('WRONG', 2.3, 48.9), at('SEA', 55, 19)];
    expect(await findSwapped(items)).toEqual([]);
  });

  it('are not looked for in a country that lies about as far east as north, or has few points', async () => {
    const diagonal = Array.from({ length: 100 }, (_, n) =>
      at(`TR_${n}`, 36 + (n % 10) * 0.6, 27 + Math.floor(n / 10) * 1.7, 'TR'),
    );
    const few = Array.from({ length: 8 }, (_, n) => at(`LU_${n}`, 49.6 + n / 50, 6.1, 'LU'));
    expect(await findSwapped([...diagonal, ...few, at('LU_S', 6.1, 49.6, 'LU')])).toEqual([]);
  });
});
