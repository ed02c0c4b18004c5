import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPoint } from '#platform/point.ts';
import { PointTable } from '../../publisher/point-table.ts';

interface Read {
  pass: number;
  page: number;
  id: string;
  country: string;
  isValid: boolean;
}

const PASSES = 3;

function collect(reads: readonly (Read & { index: number })[]) {
  const table = new PointTable();
  for (const { pass, page, index, id, country, isValid } of reads) {
    const item = { id, country, coordinates: isValid ? { latitude: 52, longitude: page } : null };
    const place = { pass, page, index, position: (page - 1) * 5 + index + 1 };
    table.take(readPoint(item), place, { offset: pass * 100 + page * 10 + index, length: 1 });
  }
  const { ids, offsets, rejected, repeated, classes, classLabels } = table.finish();
  const countries = ids.map((_, row) => classLabels[classes[row]!]!.country);
  return { ids, offsets, countries, rejected: rejected.map(({ id }) => id).sort(), repeated };
}

/** Passes begin one after another; the pages of each may arrive in any order. */
const lists = fc
  .array(
    fc.record({
      pass: fc.integer({ min: 1, max: PASSES }),
      page: fc.integer({ min: 1, max: 4 }),
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      country: fc.constantFrom('PL', 'FR'),
      isValid: fc.boolean(),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((reads) => {
    const sorted = reads.toSorted((a, b) => a.pass - b.pass || a.page - b.page);
    return sorted.map((read, at) => ({
      ...read,
      index: sorted.slice(0, at).filter(({ pass, page }) => pass === read.pass && page === read.page).length,
    }));
  });

describe('Points of a list that is being read', () => {
  it('The order in which pages arrive doesn’t change which item of an id is published', () => {
    fc.assert(
      fc.property(lists, (reads) => {
        const arrived = reads.toSorted((a, b) => a.pass - b.pass || b.page - a.page);
        expect(collect(arrived)).toEqual(collect(reads));
      }),
      { numRuns: 100 },
    );
  });

  it('Each id of the newest pass is published, set aside, or counted as repeated', () => {
    fc.assert(
      fc.property(lists, (reads) => {
        const newest = Math.max(...reads.map(({ pass }) => pass));
        const { ids, offsets, rejected, repeated } = collect(reads);
        const isNew = (id: string) => reads.some((read) => read.id === id && read.pass === newest);
        const published = [...offsets].filter((offset) => Math.floor(offset / 100) === newest).length;
        const setAside = rejected.filter((id) => isNew(id!)).length;
        const listed = reads.filter(({ pass }) => pass === newest).length;
        expect(published + setAside + repeated).toBe(listed);
        const all = new Set(reads.map(({ id }) => id));
        expect(new Set([...ids, ...rejected])).toEqual(all);
      }),
      { numRuns: 100 },
    );
  });

  it('An item of a newer pass replaces that of an older one, valid or not', () => {
    const read = { page: 1, index: 0, id: 'a', country: 'PL', isValid: true };
    const older = { ...read, pass: 1 };
    expect(collect([older, { ...read, pass: 2, country: 'FR' }])).toMatchObject({ countries: ['FR'] });
    const broken = { ...read, pass: 2, isValid: false };
    expect(collect([older, broken])).toMatchObject({ ids: [], rejected: ['a'] });
    expect(
      collect([
        { ...broken, pass: 1 },
        { ...older, pass: 2 },
      ]),
    ).toMatchObject({ ids: ['a'], rejected: [] });
  });
});
