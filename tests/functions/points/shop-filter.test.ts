import { describe, expect, it } from 'vitest';
import { pointValiditySchema } from '#contract/validity.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { startPublished } from '../start-published.ts';

/** Points, every fourth of which accepts cash. */
const ITEMS = makeGrid(12).map((item, at) => ({
  ...item,
  capabilities: at % 4 === 0 ? ['PARCEL_COLLECT', 'CASH'] : ['PARCEL_COLLECT'],
}));
const PUBLISHED = await publish(ITEMS);

async function check(id: string, filter: object) {
  const { harness } = startPublished(PUBLISHED, 'edge');
  const query = new URLSearchParams({ filter: JSON.stringify(filter) }).toString();
  return pointValiditySchema.parse(await (await harness.request(`/api/points/${id}?${query}`)).json());
}

describe('Check of a point with the shop’s filter', () => {
  it('a rejected point has the rule’s reason, and alternatives that the rules accept, with their labels', async () => {
    const rules = [
      { lacks: ['CASH'], reason: 'You can’t pay in cash here.' },
      { ids: ['PL_80'], reason: 'Full.' },
      { label: '€ 4.90' },
    ];
    const body = await check('PL_77', { rules });
    expect(body).toMatchObject({ status: 'exists', isValid: false, point: ITEMS[77] });
    expect(body.errors).toEqual([{ code: 'rule', message: 'You can’t pay in cash here.' }]);
    expect(body.alternatives.length).toBeGreaterThan(0);
    for (const { point, label } of body.alternatives) {
      expect([point['capabilities'], label]).toEqual([['PARCEL_COLLECT', 'CASH'], '€ 4.90']);
      expect(point.id).not.toBe('PL_80');
    }
    expect(await check('PL_76', { rules })).toMatchObject({ isValid: true, errors: [], alternatives: [] });
  });

  it('a point rejected by another condition has its reason', async () => {
    const body = await check('PL_77', { capabilities: ['CASH'] });
    expect([body.isValid, body.errors.map(({ code }) => code)]).toEqual([false, ['filter']]);
    expect(body.alternatives.length).toBeGreaterThan(0);
    for (const { point } of body.alternatives) expect(point['capabilities']).toContain('CASH');
  });

  it('opening hours at the moment don’t matter, since the parcel arrives another day', async () => {
    expect(await check('PL_77', { openNow: true })).toMatchObject({ isValid: true, errors: [] });
  });

  it.each([
    ['{', 'JSON'],
    ['5', 'object'],
    ['[]', 'object'],
    ['{"rules":[{"ids":["A"]}]}', 'filter.rules.0: needs a reason or a label.'],
    ['1'.repeat(4_001), '4000'],
  ])('a malformed filter is refused: %s', async (filter, named) => {
    const { harness, requested } = startPublished(PUBLISHED, 'edge');
    const answer = await harness.request(`/api/points/PL_77?filter=${encodeURIComponent(filter)}`);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain(named);
    expect(requested).toEqual([]);
  });

  it('few points nearby are read, however many a rule rejects', async () => {
    const { harness, requested } = startPublished(await publish(makeGrid(40)), 'edge');
    const filter = encodeURIComponent(JSON.stringify({ rules: [{ reason: 'None of them.' }] }));
    const answer = await harness.request(`/api/points/PL_820?filter=${filter}`);
    expect(await answer.json()).toMatchObject({ isValid: false, alternatives: [] });
    expect(requested.filter((name) => name.includes('/chunks/')).length).toBeLessThanOrEqual(21);
  });
});
