import { afterEach, describe, expect, it, vi } from 'vitest';
import { summarizePoint } from '../../../src/lib/contract/point-summary.ts';
import type { PickerConfig } from '../../../src/lib/contract/picker-config.ts';
import { checkForShop } from '../../../src/lib/embed/check-choice.ts';

const point = (id: string, type = 'APM') => ({ id, type, coordinates: { latitude: 52, longitude: 21 } });
const near = (id: string, type?: string) => ({
  distanceMetres: 40,
  label: null,
  summary: summarizePoint(point(id, type)),
  point: point(id, type),
});

/** A server with this answer. @returns the queries it gets */
function serve(answer: object) {
  const queries: URLSearchParams[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    queries.push(new URL(url, 'https://points.example').searchParams);
    return Promise.resolve(Response.json({ errors: [], alternatives: [], checkedAt: null, ...answer }));
  });
  return queries;
}
const exists = (id: string, more: object = {}) => ({
  id,
  status: 'exists',
  isValid: true,
  point: point(id),
  ...more,
});

afterEach(() => vi.unstubAllGlobals());

describe('a check in the shop’s frame', () => {
  it('asks the server with the shop’s rules, and tells its answer', async () => {
    const filter = { rules: [{ types: ['APM'], reason: 'Too heavy.' }] };
    const answer = {
      isValid: false,
      errors: [{ code: 'rule', message: 'Too heavy.' }],
      alternatives: [near('PL_2', 'PUDO')],
    };
    const queries = serve(exists('PL_1', answer));
    const validity = await checkForShop('PL_1', { countries: ['PL'], excludeIds: ['PL_9'], filter });
    expect(validity).toMatchObject(answer);
    expect(queries.map((query) => Object.fromEntries(query))).toEqual([
      { country: 'PL', excludeIds: 'PL_9', filter: JSON.stringify(filter) },
    ]);
  });

  it('applies what is too long for a query itself, to the alternatives too', async () => {
    const ids = Array.from({ length: 150 }, (_, at) => `PL_${at}`);
    const answer = exists('PL_1', { alternatives: [near('PL_2'), near('PL_900')] });
    const tooLong: [PickerConfig, string][] = [
      [{ excludeIds: ids }, 'excluded'],
      [{ filter: { rules: [{ ids, reason: 'x'.repeat(4_000) }] } }, 'rule'],
    ];
    for (const [config, code] of tooLong) {
      const queries = serve(answer);
      const { isValid, errors, alternatives } = await checkForShop('PL_1', config);
      expect([isValid, errors.map((error) => error.code)]).toEqual([false, [code]]);
      expect(alternatives.map((other) => other.point.id)).toEqual(['PL_900']);
      expect(String(queries[0])).toBe('');
    }
  });

  it('tells a mistyped id and the one that was meant', async () => {
    serve({
      id: 'pl_1',
      status: 'mistyped',
      isValid: false,
      meant: 'PL_1',
      errors: [{ code: 'mistyped', message: '' }],
    });
    expect(await checkForShop('pl_1', null)).toMatchObject({
      status: 'mistyped',
      meant: 'PL_1',
      isValid: false,
    });
  });

  it('takes a status that it doesn’t know for unknown', async () => {
    serve({ id: 'PL_1', status: 'full', isValid: true });
    expect(await checkForShop('PL_1', null)).toMatchObject({ status: 'unknown', isValid: true });
  });

  it('takes no answer about another point', async () => {
    serve(exists('PL_2'));
    await expect(checkForShop('PL_1', null)).rejects.toMatchObject({ code: 'malformed' });
  });
});
