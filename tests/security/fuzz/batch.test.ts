import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_BATCH, MAX_BATCH_BYTES } from '../../../functions/points/answer-batch.ts';
import { checkedPointsSchema } from '#contract/validity.ts';
import { startPublished } from '../../functions/start-published.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { damage, hostileValues, oneOf, spoil, words } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const PUBLISHED = await publish(makeGrid(12), { rejected: ['PL_broken'] });
/** Maximum length of a refusal, whatever it names. */
const LONGEST_REFUSAL = 600;

const SOUND = {
  ids: ['PL_77', 'PL_gone', 'PL_broken'],
  country: ['PL', 'FR'],
  type: 'APM',
  excludeIds: ['PL_1'],
  filter: { rules: [{ ids: ['PL_77'], reason: 'Full.' }] },
};
const ids = fc.oneof(
  fc.constantFrom(
    ...words('PL_1 PL_77 pl_77 PL_broken __proto__ constructor toString ../manifest.json ids/0 %2e%2e%2f'),
    ...['', ' ', 'PL_\u0000', '\ud83d', '\u202e1_LP', 'ä'.repeat(200), 'x'.repeat(201), '💥'.repeat(99)],
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
/** Ids, up to a few more than allowed, with repetitions. */
const lists = fc
  .tuple(
    fc.array(ids, { minLength: 1, maxLength: 12 }),
    oneOf([19, fc.nat(20)], [1, fc.integer({ min: MAX_BATCH - 5, max: MAX_BATCH + 5 })]),
  )
  .map(([group, length]) => Array.from({ length }, (_, at) => group[at % group.length]!));
const bodies = oneOf(
  [5, lists.map((list) => JSON.stringify({ ids: list }))],
  [3, spoil(SOUND)],
  [1, damage(JSON.stringify(SOUND))],
  [1, hostileValues],
  [1, hostileValues.map((value) => `{"ids":${value}}`)],
  [1, hostileValues.map((value) => `{"ids":["PL_1"],"filter":${value}}`)],
);
const requests = fc.record({
  body: bodies,
  type: oneOf(
    [9, fc.constantFrom('application/json', 'Application/JSON; charset=utf-8')],
    [1, fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'json', ',', '')],
  ),
});

describe('Fuzzing: batches of points', PATIENCE, () => {
  it('a hostile batch is answered point by point in order, or refused as a whole, and selects no file', async () => {
    const { harness, requested } = startPublished(PUBLISHED, 'Node');
    let answered = 0;
    await sendThrough('points to check', requests, async ({ body, type }) => {
      const answer = await harness.request('/api/points/check', {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      const text = await answer.text();
      expect([200, 400, 413, 415]).toContain(answer.status);
      const isJson = /^application\/json/i.test(type);
      expect(answer.status === 415).toBe(!isJson);
      expect(answer.status === 413).toBe(isJson && Buffer.byteLength(body) > MAX_BATCH_BYTES);
      if (answer.status === 200) {
        const sent = (JSON.parse(body) as typeof SOUND).ids;
        const { points } = checkedPointsSchema.parse(JSON.parse(text));
        expect(points.map(({ id }) => id)).toEqual(sent);
        expect(sent.length).toBeGreaterThan(0);
        expect(sent.length).toBeLessThanOrEqual(MAX_BATCH);
        for (const { id, status, point, errors } of points) {
          expect(status === 'unknown').toBe(id === 'PL_broken');
          expect(status === 'exists').toBe(point?.id === id);
          const isPossible = id.length <= 200 && !/\p{Cc}/u.test(id);
          if (!isPossible) expect([status, errors[0]?.message.includes(id)]).toEqual(['mistyped', false]);
        }
        answered++;
      } else {
        expect(requested).toEqual([]);
        expect(text.length).toBeLessThan(LONGEST_REFUSAL);
        expect(text).not.toContain('globalThis');
      }
      // The manifest, and files of tables, by number.
      for (const name of requested)
        expect(name).toMatch(/^(manifest\.json|[0-9a-f]{16}\/[a-z]+[a-z0-9/-]*\.(json|bin))$/);
      expect(JSON.stringify(harness.logs)).not.toMatch(/PL_|globalThis|manifest\.json/);
      harness.logs.length = requested.length = 0;
    });
    expect(answered).toBeGreaterThan(INPUTS / 4);
  });
});
