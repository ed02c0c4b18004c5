import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkPoint } from '../../examples/shop/check-point.mjs';
import { readOrder } from '../../examples/shop/read-order.mjs';

/** Nothing listens there: an outage. */
const AWAY = 'http://127.0.0.1:1';
const HALF_A_PAIR = '😀'.slice(0, 1);

afterEach(() => vi.restoreAllMocks());

describe('the example shop, sent a text that is cut in a surrogate pair,', () => {
  it('cuts a long field between characters', async () => {
    const form = new URLSearchParams({
      name: 'E',
      email: 'e@e.example',
      delivery: 'point',
      pickup_point: `${'a'.repeat(299)}😀😀`,
    });
    const { order, problems } = await readOrder(form, AWAY, 'PL');
    expect(order.pointId).toBe(`${'a'.repeat(299)}😀`);
    expect(problems).toEqual([]);
  });

  it('refuses an id that can’t be sent, instead of taking it for an outage', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await checkPoint(AWAY, `PL_${HALF_A_PAIR}`)).toMatchObject({ status: 'refused', isValid: false });
  });
});
