import { afterEach, describe, expect, it, vi } from 'vitest';
import { summarizePoint } from '#contract/point-summary.ts';
import type { PickerConfig } from '#contract/picker-config.ts';
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
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    expect(method).toBe('GET');
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

describe('checking a choice in the shop’s frame', () => {
  it('the check sends the shop’s rules to the server, and returns its answer', async () => {
    const filter = { rules: [{ types: ['APM'], reason: 'Too heavy.' }] };
    const answer = {
      isValid: false,
      errors: [{ code: 'rule', message: 'Too heavy.' }],
      alternatives: [near('PL_2', 'PUDO')],
    };
    const queries = serve(exists('PL_1', answer));
    const validity = await checkForShop('PL_1', { countries: ['PL', 'CZ'], excludeIds: ['PL_9'], filter });
    expect(validity).toMatchObject(answer);
    expect(queries.map((query) => Object.fromEntries(query))).toEqual([
      { country: 'PL,CZ', excludeIds: 'PL_9', filter: JSON.stringify(filter) },
    ]);
  });

  it('conditions that are too long for a query are applied in the frame, to the alternatives too', async () => {
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

  it('ten thousand excluded ids, or a hundred long ones, are not sent to the server', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `PL_${at}`);
    const long = many.slice(0, 100).map((id) => id + 'x'.repeat(100));
    for (const excludeIds of [many, long]) {
      const own = excludeIds.at(-1)!;
      const queries = serve({ ...exists(own), alternatives: [near(excludeIds[0]!), near('PL_A')] });
      const { isValid, errors, alternatives } = await checkForShop(own, { excludeIds, countries: ['PL'] });
      expect([isValid, errors]).toEqual([false, [{ code: 'excluded', message: 'The point is excluded.' }]]);
      expect(alternatives.map(({ point: { id } }) => id)).toEqual(['PL_A']);
      expect(queries.map(String)).toEqual(['country=PL']);
    }
  });

  it('the query takes conditions one by one, up to 4,000 characters', async () => {
    const filter = { rules: [{ ids: ['PL_1'], reason: 'x'.repeat(3_000) }] };
    const long = [...'abcdefghij'].map((letter) => letter.repeat(200));
    const written = (query: object) => new URLSearchParams(query as Record<string, string>);
    const withIds = written({ excludeIds: long.join(',') });
    const rest = 4_000 - `${withIds}&${written({ filter: JSON.stringify({ rules: [] }) })}`.length;
    const questions: [PickerConfig, string[]][] = [
      [{ excludeIds: long, filter }, ['excludeIds']],
      [{ excludeIds: ['PL_9'], filter }, ['excludeIds', 'filter']],
      [{ excludeIds: Array.from({ length: 100 }, (_, at) => `${at}`) }, ['excludeIds']],
      [{ excludeIds: Array.from({ length: 101 }, (_, at) => `${at}`) }, []],
      [{ excludeIds: [], filter: {} }, ['filter']],
      [
        { excludeIds: long, filter: { rules: [], a: 'x'.repeat(rest - '%2C%22a%22%3A%22%22'.length) } },
        ['excludeIds', 'filter'],
      ],
      [
        { excludeIds: long, filter: { rules: [], a: 'x'.repeat(rest - '%2C%22a%22%3A%22'.length) } },
        ['excludeIds'],
      ],
    ];
    for (const [config, names] of questions) {
      const queries = serve(exists('PL_1'));
      await checkForShop('PL_1', config);
      expect([...queries[0]!.keys()]).toEqual(names);
    }
  });

  it('alternatives are near the position that the shop’s page knows, else near the map’s start', async () => {
    const config = { latitude: 50, longitude: 20 };
    for (const [known, requested] of [
      [
        { latitude: 52.5, longitude: 0 },
        { latitude: '52.5', longitude: '0' },
      ],
      [{ latitude: 52.5 }, { latitude: '50', longitude: '20' }],
      [{ longitude: 52.5 }, { latitude: '50', longitude: '20' }],
      [
        { latitude: 'here', longitude: 1 },
        { latitude: '50', longitude: '20' },
      ],
      [undefined, { latitude: '50', longitude: '20' }],
    ] as const) {
      const queries = serve(exists('PL_1'));
      await checkForShop('PL_1', config, known);
      expect(Object.fromEntries(queries[0]!)).toEqual(requested);
    }
    for (const half of [{}, { latitude: 50 }, { longitude: 20 }]) {
      const queries = serve(exists('PL_1'));
      await checkForShop('PL_1', half);
      expect(String(queries[0])).toBe('');
    }
  });

  it('every point is accepted before the shop’s page has sent its conditions', async () => {
    const queries = serve(exists('PL_1', { alternatives: [near('PL_2')] }));
    expect(await checkForShop('PL_1', null)).toMatchObject({
      ...{ isValid: true, errors: [], alternatives: [{ point: { id: 'PL_2' } }] },
    });
    expect(queries.map(String)).toEqual(['']);
  });

  it('a mistyped id is reported with the intended one', async () => {
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

  it('an unknown status counts as `unknown`', async () => {
    serve({ id: 'PL_1', status: 'full', isValid: true });
    expect(await checkForShop('PL_1', null)).toMatchObject({ status: 'unknown', isValid: true });
  });

  it('an answer about another point is an error', async () => {
    serve(exists('PL_2'));
    await expect(checkForShop('PL_1', null)).rejects.toMatchObject({
      code: 'malformed',
      message: 'The answer is about PL_2, not PL_1.',
    });
  });
});
