import { expect, it, vi } from 'vitest';
import { PointFacts } from '../../../src/lib/desk/point-facts.ts';
import type { CallInput } from '#platform/call.ts';
import { AppError } from '#platform/errors.ts';
import type { Operation } from '#platform/operation.ts';
import type { Send } from '#platform/request.ts';

/** A function with these raw answers, and a platform that knows one point. */
function request(answers: readonly object[]) {
  const call = vi.fn((_: Operation, { values }: CallInput<null>) => {
    const id = values!['pointId']!;
    return id === 'PL_LIVE'
      ? Promise.resolve({ data: { id, displayName: 'Dworzec', capabilities: ['PARCEL_SEND'], type: 'PUDO' } })
      : Promise.reject(new AppError('not_found', 'There is none.'));
  });
  const send = vi.fn(({ schema }: { schema: { parse: (value: unknown) => unknown } }) =>
    Promise.resolve({ data: schema.parse({ points: answers }) }),
  );
  return { facts: new PointFacts({ call } as never, send as unknown as Send), send, call };
}

it('PointFacts: uses the valid parts of an answer, and asks the platform about the remaining points', async () => {
  const { facts, send, call } = request([
    {
      ...{ id: 'PL_A', status: 'exists', isValid: true },
      point: { capabilities: ['PARCEL_COLLECT'], country: 'pl', type: 'APM' },
      summary: { name: 'Rynek', lines: ['Rynek 1', '00-950 Testowo'], country: 'PL' },
    },
    { id: 'PL_B', status: 'exists', point: { capabilities: [], type: 7 }, summary: { name: 3 } },
    { id: 'PL_C', status: 'mistyped', meant: 'PL_A', point: null },
    { id: 'PL_D', status: 'gone', meant: 4 },
    { id: 'PL_LIVE', status: 'unknown' },
    { id: 'PL_NEW', status: 'moved' },
    { id: 'PL_OTHER', status: 'exists' },
  ]);
  const ids = ['PL_A', 'PL_B', 'PL_C', 'PL_D', 'PL_LIVE', 'PL_NEW', 'PL_E'];
  await facts.load([...ids, 'PL_A'], () => {});
  expect(facts.get('PL_A')).toEqual({
    ...{ state: 'takes', name: 'Rynek, 00-950 Testowo', country: 'PL', suggestedId: '', isLocker: true },
  });
  expect(facts.get('PL_B')).toMatchObject({ state: 'refuses', name: '', isLocker: null });
  expect(facts.get('PL_C')).toMatchObject({ state: 'gone', suggestedId: 'PL_A' });
  expect(facts.get('PL_D')).toMatchObject({ state: 'gone', suggestedId: '' });
  expect(facts.get('PL_LIVE')).toMatchObject({ state: 'refuses', name: 'Dworzec', isLocker: false });
  expect(call.mock.calls.map(([, { values }]) => values?.['pointId'])).toEqual(['PL_LIVE', 'PL_NEW', 'PL_E']);
  expect(facts.get('PL_E')).toMatchObject({ state: 'gone' });

  await facts.load(ids, () => {});
  expect(send).toHaveBeenCalledTimes(1);
});
