import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { describePoint } from '#contract/point-details.ts';
import { pointsPageSchema, readPoint, type Point } from '#platform/point.ts';
import { readOpenState } from '#network/hours/open-state.ts';
import { timeZoneOf } from '#network/hours/time-zone.ts';
import { createPointStore } from '#network/point-store.ts';
import { walkPoints } from '#platform/walk-points.ts';
import { readAnswer } from '#platform/read-answer.ts';
import { damage, hostileValues, oneOf, spoil, writeObject } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const NOON = new Date('2026-05-04T12:00:00Z');

const SOUND = {
  id: 'PL_SOUND',
  type: 'APM',
  country: 'PL',
  locationType: 'INDOOR',
  imageUrl: 'https://pictures.example/a.png',
  coordinates: { latitude: 52, longitude: 21 },
};
const FULL = {
  ...SOUND,
  id: 'PL_SPOILT',
  displayName: 'Locker',
  address: { street: 'Long Street', buildingNumber: '1', city: 'Warszawa', postalCode: '00-950' },
  capabilities: ['PARCEL_COLLECT'],
  description: { language: 'pl', content: 'By the door' },
  location247: false,
  operatingHours: { customer: { monday: [{ start: '08:00', end: '20:00' }], sunday: [] } },
};

const items = oneOf([4, spoil(FULL)], [1, hostileValues]);

/** Checks that everything a card shows is a text, and its picture an allowed address. */
function checkCard(point: Point): void {
  const details = describePoint(point);
  const shown = [
    ...[details.id, details.name, details.type, details.country, details.locationType],
    ...[details.street, details.city, details.postalCode, ...details.capabilities, ...details.descriptions],
    ...details.further.flat(),
  ];
  expect(shown.filter((text) => typeof text !== 'string')).toEqual([]);
  if (details.imageUrl !== null) expect(new URL(details.imageUrl).protocol).toMatch(/^https?:$/);
  if (details.hours !== null)
    expect(['open', 'closed', 'unknown']).toContain(readOpenState(details, NOON, timeZoneOf(details)).state);
}

describe('Fuzzing: points', PATIENCE, () => {
  // Proves: security/hostile-points.
  it('hostile points are set aside one by one, and a card of the rest contains only texts', async () => {
    let placed = 0;
    const store = createPointStore();
    await sendThrough('items', items, (text) => {
      const reading = readPoint(JSON.parse(text));
      if ('rejected' in reading) return expect(reading.rejected.problem).not.toContain('globalThis');
      placed++;
      store.insert([reading.point], 1);
      checkCard(reading.point);
    });
    // Not all were rejected, and the accepted ones can be drawn.
    expect(placed).toBeGreaterThan(INPUTS / 10);
    const world = { west: -180, south: -90, east: 180, north: 90 };
    expect(store.clustersIn(world, 3).length).toBeGreaterThan(0);
  });
});

describe('Fuzzing: pages of points', PATIENCE, () => {
  const page = fc
    .tuple(fc.array(items, { maxLength: 3 }), fc.integer({ min: 0, max: 7 }), hostileValues)
    .map(([list, fate, other]) => {
      const members: [string, string][] = [
        ['count', fate === 1 ? other : '2'],
        ['page', fate === 2 ? other : '1'],
        ['perPage', fate === 3 ? other : '25'],
        ['totalPages', fate === 4 ? other : '1'],
        ['items', fate === 5 ? other : `[${[...list, JSON.stringify(SOUND)].join(',')}]`],
        ['__proto__', other],
      ];
      return { text: writeObject(members), sound: fate === 0 || fate > 5 };
    });
  const texts = page.chain(({ text, sound }) =>
    oneOf(
      [3, fc.constant({ text, sound })],
      [1, damage(text).map((damaged) => ({ text: damaged, sound: false }))],
    ),
  );

  it('sound points of a hostile page are read, or the page is refused with a reason', async () => {
    await sendThrough('pages', texts, async ({ text, sound }) => {
      const answer = () =>
        readAnswer(
          new Response(text, { status: 200 }),
          { schema: pointsPageSchema },
          'request-1',
          NOON.getTime(),
        );
      const ids: string[] = [];
      try {
        // Pages after the first aren't answered: whatever the claimed number of pages, the walk ends.
        const walk = walkPoints({
          readPage: (number) =>
            number === 1 ? answer() : Promise.reject(new AppError('unavailable', 'There is one page.')),
        });
        for await (const { points } of walk) ids.push(...points.map(({ id }) => id));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(error.message.length + error.problems.join().length).toBeLessThan(20_000);
        expect(sound).toBe(false);
      }
      if (sound) expect(ids).toContain(SOUND.id);
    });
  });
});
