import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceMetres, distanceToBoxMetres } from '#network/distance.ts';
import { somePoints, somePosition } from './make-points.ts';
import { makeGrid, makeItems, openTest, placeOf } from './open-test-snapshot.ts';

describe('the nearest points', () => {
  it('are those that measuring every point finds, across the antimeridian and at the poles too', async () => {
    await fc.assert(
      fc.asyncProperty(
        somePoints.map(makeItems),
        fc.oneof(
          somePosition,
          fc.constantFrom({ latitude: -17, longitude: 180 }, { latitude: 89, longitude: 10 }),
        ),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(1, 5, 40),
        fc.option(fc.constant({ types: ['APM'] })),
        async (items, from, amount, pointsInBlock, filter) => {
          const { snapshot } = await openTest(items, { pointsInBlock });
          const expected = items
            .filter(({ type }) => filter === null || type === 'APM')
            .map((item) => ({ id: item.id, distance: distanceMetres(from, placeOf(item)) }))
            .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
            .slice(0, amount);
          const { points, complete } = await snapshot.nearest(from, amount, { filter });
          expect(points.map(({ point }) => point.id)).toEqual(expected.map(({ id }) => id));
          expect(points.map((each) => each.distanceMetres)).toEqual(expected.map(({ distance }) => distance));
          expect(complete).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('cost the blocks around the position, not the network', async () => {
    const { snapshot, host } = await openTest(makeGrid(40), { pointsInBlock: 8 });
    const { points } = await snapshot.nearest({ latitude: 52.2, longitude: 21.2 }, 5);
    expect(points).toHaveLength(5);
    expect(host.requested.length).toBeLessThan(16);
  });

  it('follow the filter in force unless told otherwise', async () => {
    const { snapshot } = await openTest(makeGrid(5));
    snapshot.setFilter({ types: ['PUDO'] });
    await snapshot.ready;
    const from = { latitude: 52, longitude: 21 };
    const types = (found: Awaited<ReturnType<typeof snapshot.nearest>>) =>
      new Set(found.points.map(({ point }) => point.type));
    expect(types(await snapshot.nearest(from, 9))).toEqual(new Set(['PUDO']));
    expect(types(await snapshot.nearest(from, 9, { filter: null }))).toEqual(new Set(['PUDO', 'APM']));
  });

  it('say that they may not be all when a block can’t be had', async () => {
    const { snapshot, host } = await openTest(makeGrid(5), { pointsInBlock: 4 });
    host.instead = (name) => (name.endsWith('/0.bin') ? new Response('', { status: 404 }) : null);
    const { points, complete } = await snapshot.nearest({ latitude: 52, longitude: 21 }, 25);
    expect(complete).toBe(false);
    expect(points.length).toBeGreaterThan(0);
    expect(points.length).toBeLessThan(25);
  });
});

describe('the distance to a box', () => {
  it('is that of the nearest of many places in it, and never more', () => {
    fc.assert(
      fc.property(
        somePosition,
        somePosition,
        fc.double({ min: 0.001, max: 90, noNaN: true }),
        fc.double({ min: 0.001, max: 200, noNaN: true }),
        (from, corner, height, width) => {
          const south = corner.latitude;
          const box = {
            ...{ west: corner.longitude, east: corner.longitude + width },
            ...{ south, north: Math.min(90, south + height) },
          };
          let shortest = Infinity;
          for (let row = 0; row <= 40; row++) {
            for (let column = 0; column <= 40; column++) {
              const latitude = south + ((box.north - south) * row) / 40;
              const longitude = corner.longitude + (width * column) / 40;
              shortest = Math.min(shortest, distanceMetres(from, { latitude, longitude }));
            }
          }
          const distance = distanceToBoxMetres(from, box);
          expect(distance).toBeLessThanOrEqual(shortest + 0.01);
          const steps = Math.max(box.north - south, width) / 40;
          expect(distance).toBeGreaterThan(shortest - steps * 111_320 * 1.5);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('between Warsaw and Paris is known', () => {
    const paris = { latitude: 48.8566, longitude: 2.3522 };
    expect(distanceMetres({ latitude: 52.2297, longitude: 21.0122 }, paris) / 1000).toBeCloseTo(1367, -1);
  });
});
