import { expect } from 'vitest';
import { nearestPointsSchema } from '#contract/nearest-points.ts';
import { summarizePoint } from '#contract/point-summary.ts';
import { distanceMetres } from '#network/distance.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { startPublished, type Runtime } from '../start-published.ts';

/** A grid of points a kilometre apart, with a town in its middle and another at its end. */
export const ITEMS = makeGrid(12);
export const TOWN = { latitude: 52.05, longitude: 21.05 };
export const WOLA = { latitude: 52.11, longitude: 21.11 };
/** No two points are equally near. */
export const OFF_THE_GRID = { latitude: 52.053, longitude: 21.052 };
export const PUBLISHED = await publish(ITEMS, {
  places: [
    { name: 'Piaseczno', kind: 'city', count: 9, country: 'PL', ...TOWN },
    { name: 'Wola', kind: 'city', count: 3, country: 'PL', ...WOLA },
    { name: 'Wola', kind: 'city', count: 2, country: 'FR', ...TOWN },
    { name: '05-500', kind: 'postcode', count: 4, country: 'PL', ...TOWN },
    { name: 'Terranova', kind: 'city', count: 1, country: '', ...WOLA },
  ],
  streets: [
    { name: 'Polna', city: 'Piaseczno', country: 'PL', ...WOLA, houses: [['7', 100, 0]] },
    { name: 'Via Sola', city: '', country: '', ...WOLA },
  ],
});
// A country is found by name once its position is known.
const LANDS = [{ code: 'PL', box: [14, 49, 24, 55], zones: [] }];
PUBLISHED.files.set('manifest.json', JSON.stringify({ ...PUBLISHED.manifest, countries: LANDS }));

export function start(runtime: Runtime = 'edge') {
  const started = startPublished(PUBLISHED, runtime);
  const find = async (query: Record<string, string>) => {
    const answer = await started.harness.request(
      `/api/nearest-points?${new URLSearchParams(query).toString()}`,
    );
    expect(answer.status).toBe(200);
    return { answer, body: nearestPointsSchema.parse(await answer.json()) };
  };
  return { ...started, find };
}

/** The nearest points, computed directly. */
export const nearestTo = (
  position: typeof TOWN,
  amount: number,
  fits = (_: (typeof ITEMS)[number]) => true,
) =>
  ITEMS.filter(fits)
    .map((point) => ({ point, metres: distanceMetres(position, point.coordinates) }))
    .sort((a, b) => a.metres - b.metres || (a.point.id < b.point.id ? -1 : 1))
    .slice(0, amount)
    .map(({ point, metres }) => ({
      distanceMetres: Math.round(metres),
      label: null,
      summary: summarizePoint(point),
      point,
    }));
