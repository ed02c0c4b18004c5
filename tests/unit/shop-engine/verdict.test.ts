import { describe, expect, it, vi } from 'vitest';
import {
  Points,
  preserveKnown,
  type PickupPoint,
  type Verdict,
} from '../../../packages/shop-engine/index.ts';
import { FakeDroppoint, pointOf } from './world.ts';

describe('Verdict', () => {
  it('a point’s summary is what an order stores, and alternatives come without more', async () => {
    const droppoint = new FakeDroppoint();
    const points = new Points(droppoint);
    expect(await points.check('PL_A', null, null, 'de_AT')).toEqual({
      mayAccept: true,
      problem: null,
      message: '',
      point: {
        id: 'PL_A',
        name: 'Kiosk PL_A',
        lines: ['Kiosk PL_A', 'Sportowa 1', 'Warszawa'],
        latitude: 52,
        longitude: 21,
        company: 'Kiosk PL_A',
        streetLine1: 'Sportowa 1',
        streetLine2: 'PL_A',
        postalCode: '00-001',
        city: 'Warszawa',
        countryCode: 'PL',
      },
      alternatives: [],
      meant: null,
    });
    droppoint.closed.add('PL_A');
    expect(await points.check('PL_A', null, await pointOf('PL_A'), null)).toMatchObject({
      mayAccept: false,
      problem: 'gone',
      message: 'Not this one: gone.',
      alternatives: [{ id: 'PL_N', distanceMetres: 70, lines: expect.any(Array) as string[] }],
    });
    expect(droppoint.check.mock.calls.map(([, options]) => options)).toEqual([
      { language: 'de-AT' },
      { position: { latitude: 52, longitude: 21 }, language: 'en' },
    ]);
  });

  it.each(['', 'german', 'x', 'de;q=1', undefined])(
    'without a usable language (%s) the sentences are English',
    async (language) => {
      const droppoint = new FakeDroppoint();
      const needs = { countries: ['PL'], types: ['APM'], filter: { rules: [] } };
      await new Points(droppoint).check('PL_A', needs, null, language);
      const conditions = { country: ['PL'], type: ['APM'], filter: { rules: [] } };
      expect(droppoint.check.mock.calls[0]![1]).toEqual({ ...conditions, language: 'en' });
    },
  );

  it('a refused request is reported to the shop, and no parcel is sent', async () => {
    const report = vi.fn();
    const droppoint = new FakeDroppoint();
    droppoint.check.mockResolvedValue({ outcome: 'refused', mayAccept: false, message: '400: no' });
    expect(await new Points(droppoint, report).check('PL_A', null, null, 'en')).toMatchObject({
      mayAccept: false,
      problem: 'refused',
      message: 'This pick-up point can’t be used.',
      point: null,
    });
    expect(report).toHaveBeenCalledExactlyOnceWith('Droppoint refused to check a point: 400: no');
  });

  it('a point that Droppoint can’t tell about is accepted unchecked, with what is known of it', async () => {
    const droppoint = new FakeDroppoint();
    const point = {
      id: 'PL_A',
      isValid: true,
      status: 'unknown',
      errors: [],
      alternatives: [],
      checkedAt: null,
    };
    droppoint.check.mockResolvedValue({ outcome: 'checked', mayAccept: true, point } as never);
    expect(await new Points(droppoint).check('PL_A', null, null, 'en')).toEqual({
      ...{ mayAccept: true, problem: 'unchecked', message: '', alternatives: [], meant: null },
      point: {
        id: 'PL_A',
        name: 'PL_A',
        lines: ['PL_A'],
        company: '',
        streetLine1: '',
        streetLine2: '',
        postalCode: '',
        city: '',
        countryCode: 'PL',
        latitude: null,
        longitude: null,
      },
    });
  });

  const NO_POINT = 'There is no such pick-up point.';

  it.each([
    ['pl_A', 'mistyped', NO_POINT],
    ['PL_', 'mistyped', NO_POINT],
    [`PL_${'A'.repeat(61)}`, 'mistyped', NO_POINT],
    [' PL_A', 'mistyped', NO_POINT],
    ['PL_A ', 'mistyped', NO_POINT],
    ['DE_A', 'country', 'We don’t ship to the country of this pick-up point.'],
    [`PL_${'A'.repeat(60)}`, 'unchecked', ''],
  ])('while Droppoint is away, %s is %s', async (id, problem, message) => {
    const droppoint = new FakeDroppoint();
    droppoint.isAway = true;
    const verdict = await new Points(droppoint).check(id, { countries: ['PL'], types: [] }, null, 'en');
    expect(verdict).toMatchObject({ problem, message, mayAccept: problem === 'unchecked' });
  });

  it('while Droppoint is away, a method for all countries has none to refuse', async () => {
    const droppoint = new FakeDroppoint();
    droppoint.isAway = true;
    const points = new Points(droppoint);
    expect((await points.check('DE_A', { countries: [], types: [] }, null, 'en')).mayAccept).toBe(true);
    expect(await points.checkMany(['PL_A'])).toEqual([null]);
  });

  it('a point that can’t be used has its first error as the problem, or its status if it has none', async () => {
    const droppoint = new FakeDroppoint();
    const points = new Points(droppoint);
    expect(await points.check('DE_C', { countries: ['PL'], types: [] }, null, 'en')).toMatchObject({
      problem: 'country',
      message: 'Not this one: country.',
      point: { id: 'DE_C' },
    });
    const point = {
      id: 'PL_A',
      isValid: false,
      status: 'gone',
      errors: [],
      alternatives: [],
      checkedAt: null,
    };
    droppoint.check.mockResolvedValue({ outcome: 'checked', mayAccept: false, point } as never);
    expect(await points.check('PL_A', null, null, 'en')).toMatchObject({
      mayAccept: false,
      problem: 'gone',
      message: 'This pick-up point can’t be used.',
    });
  });

  it('a point without lines to print has its id as the only one', async () => {
    const droppoint = new FakeDroppoint();
    const check = await droppoint.check('PL_A');
    if (check.outcome !== 'checked') throw new Error(`PL_A is ${check.outcome}`);
    const summary = { ...check.point.summary!, lines: [] };
    droppoint.check.mockResolvedValue({ ...check, point: { ...check.point, summary } });
    expect((await new Points(droppoint).check('PL_A', null, null, 'en')).point?.lines).toEqual(['PL_A']);
  });

  it.each([
    [52, null],
    [null, 21],
  ])('a stored position that isn’t whole (%s, %s) isn’t sent', async (latitude, longitude) => {
    const droppoint = new FakeDroppoint();
    const stored = { ...(await pointOf('PL_A')), latitude, longitude };
    await new Points(droppoint).check('PL_A', null, stored, 'en');
    expect(droppoint.check.mock.calls[0]![1]).toEqual({ language: 'en' });
  });

  it('a check’s data replace the stored ones, unless they are of the same point and Droppoint is away', async () => {
    const known = await pointOf('PL_A');
    const moved = { ...known, streetLine1: 'Nowa 2' };
    const verdictOf = (problem: string | null, point: PickupPoint | null): Verdict => ({
      ...{ mayAccept: true, problem, message: '', point, alternatives: [], meant: null },
    });
    expect(preserveKnown(verdictOf(null, moved), known)).toBe(moved);
    expect(preserveKnown(verdictOf('unchecked', moved), known)).toBe(known);
    const other = await pointOf('PL_B');
    expect(preserveKnown(verdictOf('unchecked', other), known)).toBe(other);
    expect(preserveKnown(verdictOf('unchecked', other), null)).toBe(other);
    expect(preserveKnown(verdictOf('gone', null), known)).toBe(known);
  });
});
