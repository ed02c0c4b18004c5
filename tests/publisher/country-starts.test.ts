import { describe, expect, it } from 'vitest';
import type { Item } from './made-up-platform.ts';
import { publishItems } from './publish-items.ts';

const at = (id: string, latitude: number, longitude: number, country?: string): Item => ({
  id,
  ...(country === undefined ? {} : { country }),
  coordinates: { latitude, longitude },
});

const findStarts = async (items: Item[]) => (await publishItems(items)).manifest.countries;

describe('Initial view of a country', () => {
  it('a box around each country’s points, and the time zones that locate a browser', async () => {
    const starts = await findStarts([
      at('PL_1', 52.231, 21.012, 'PL'),
      at('PL_2', 50.061, 19.938, 'PL'),
      at('UA_1', 50.45, 30.52, 'UA'),
      at('US_1', 33.45, -112.07, 'US'),
      at('NOWHERE', 10, 10),
      at('ODD', 48, 16, 'Österreich'),
    ]);
    expect(starts.find(({ code }) => code === 'PL')).toEqual({
      code: 'PL',
      box: [19.93, 50.06, 21.02, 52.24],
      zones: ['Europe/Warsaw'],
    });
    // Browsers have the name from before or after the zone was renamed.
    expect(starts.find(({ code }) => code === 'UA')?.zones).toEqual(
      expect.arrayContaining(['Europe/Kiev', 'Europe/Kyiv']),
    );
    // The zone that points use comes first.
    expect(starts.find(({ code }) => code === 'US')?.zones[0]).toBe('America/Phoenix');
    expect(starts.map(({ code }) => code)).not.toContain('');
    expect(starts.find(({ code }) => code === 'Österreich')?.zones ?? []).toEqual([]);
  });

  it('leaves out points far from nearly all others', async () => {
    const mainland = Array.from({ length: 300 }, (_, n) => at(`FR_${n}`, 43 + (n % 20) / 4, n / 60, 'FR'));
    const [france] = await findStarts([...mainland, at('OVERSEAS', -21.1, 55.5, 'FR')]);
    const [west, south, east, north] = france!.box;
    expect(south).toBeGreaterThan(42);
    expect([west, east, north].every((degrees) => degrees < 50)).toBe(true);
  });

  it('with few points, too, leaves out some overseas but not a distant town of the mainland', async () => {
    const mainland = Array.from({ length: 40 }, (_, n) => at(`NL_${n}`, 52 + n / 100, 4.5 + n / 100, 'NL'));
    const overseas = Array.from({ length: 4 }, (_, n) => at(`BQ_${n}`, 12.1, -68.3 + n / 100, 'NL'));
    const [netherlands] = await findStarts([...mainland, ...overseas, at('SOUTH', 50.85, 5.69, 'NL')]);
    expect(netherlands!.box).toEqual([4.5, 50.85, 5.69, 52.39]);
  });
});
