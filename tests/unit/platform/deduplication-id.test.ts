import { createHash } from 'node:crypto';
import { makeDeduplicationId } from '#platform/deduplication-id.ts';
import { describeError } from '#platform/describe-error.ts';
import type { AppError } from '#platform/errors.ts';
import type { Shipment } from '#platform/shipping.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import { describe, expect, it } from 'vitest';
import { makeShipment } from '../../sandbox/carrier-client.ts';
import { failureOf } from '../failure-of.ts';
import { openPlatform } from './open-platform.ts';

const SHIPMENT = makeShipment('PL_TST01X') as unknown as Shipment;
const created = () => Response.json({ trackingNumber: '7' }, { status: 201 });

it('The same words give the same deduplication id, and other words a different one', async () => {
  const id = await makeDeduplicationId('T_1042', 'PL_WAW1', 0, '7x1');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const hash = createHash('sha256').update('["T_1042","PL_WAW1",0,"7x1"]').digest('hex');
  expect(
    id
      .replaceAll('-', '')
      .replace(/^(.{12})./, '$1')
      .slice(0, 15),
  ).toBe(hash.slice(0, 12) + hash.slice(13, 16));
  expect(await makeDeduplicationId('T_1042', 'PL_WAW1', 0, '7x1')).toBe(id);
  for (const words of [
    ['T_1042', 'PL_WAW1', '0', '7x1'],
    ['T_1042PL_WAW1', 0, '7x1'],
    ['T_1042', 'PL_WAW1', 0, '7x2'],
  ])
    expect(await makeDeduplicationId(...words)).not.toBe(id);
});

describe('Deduplication id', () => {
  const WRONG: [what: string, id: unknown, code: string, shown: string][] = [
    ['empty', '', 'required', '""'],
    ['blank', ' \t', 'required', '" \\t"'],
    ['null', null, 'required', 'null'],
    ['an object', {}, 'required', '{}'],
    ['not ASCII', 'Ż1', 'invalid', '"Ż1"'],
    ['of two lines', '1\n2', 'invalid', '"1\\n2"'],
    ['with a control character', 'a\u0000', 'invalid', '"a\\u0000"'],
    ['with blanks around it', ' 1042', 'invalid', '" 1042"'],
    ['too long', 'x'.repeat(201), 'too_big', '"xxxxxxxxxxxxxxxxxxxx"… of 201 characters'],
  ];

  it.each(WRONG)('an id that is %s isn’t sent, and the error says so', async (_, id, code, shown) => {
    const { platform, requests } = openPlatform([created]);
    const create = platform.shipments.create('o', SHIPMENT, { deduplicationId: id as string });
    const error = await failureOf(create);
    expect(error).not.toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ code: 'rejected', fields: [{ path: 'deduplicationId', codes: [code] }] });
    expect(
      (error as AppError).message.startsWith(`It was not sent: deduplicationId can't be ${shown}: `),
    ).toBe(true);
    expect(describeError(error)).toContain(shown);
    expect(requests).toEqual([]);
  });

  it.each([['order-1042'], ['a b'], ['x'.repeat(200)], ['~'], [1042]])('the id %j is sent', async (id) => {
    const { platform, requests } = openPlatform([created]);
    await platform.shipments.create('o', SHIPMENT, { deduplicationId: id as string });
    expect(requests[0]!.headers.get('x-deduplication-id')).toBe(String(id));
  });

  it.each<[unknown[], string]>([
    [[], 'word 1 is undefined'],
    [[''], 'word 1 is ""'],
    [[undefined, 1], 'word 1 is undefined'],
    [['1042', ' '], 'word 2 is " "'],
    [['1042', Number.NaN], 'word 2 is null'],
    [[{}], 'word 1 is {}'],
  ])('no id is made from %j, because other parcels could have it too', async (words, expected) => {
    await expect(makeDeduplicationId(...(words as string[]))).rejects.toMatchObject({
      code: 'rejected',
      fields: [{ path: 'deduplicationId', codes: ['required'] }],
      message: expect.stringContaining(expected) as string,
    });
  });
});
