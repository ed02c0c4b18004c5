import { describe, expect, it } from 'vitest';
import { decideOrder, Points, type OrderToDecide } from '../../../packages/shop-engine/index.ts';
import { FakeDroppoint, HOME, pointOf } from './world.ts';

const NEEDS = { countries: ['PL', 'CZ'], types: [] };
const ABROAD = { ...HOME, countryCode: 'CZ' };
const NOTHING_CHANGES = { action: 'accept', verdict: null, point: null, move: null };
const REFUSED = {
  action: 'refuse',
  verdict: {
    mayAccept: false,
    problem: 'address',
    message: 'The delivery address has changed. Please choose your delivery method again.',
  },
  move: null,
};

/** Decides about an order to PL_A that goes home, with some changes. */
const decide = async (changes: Partial<OrderToDecide>) =>
  decideOrder(
    {
      ...{ needs: NEEDS, point: await pointOf('PL_A'), isPaid: false, language: 'en' },
      addresses: { shipping: HOME, billing: null },
      ...changes,
    },
    new Points(new FakeDroppoint()),
  );

describe('Decision about an order', () => {
  it('an order without a point is refused with a sentence for the shopper', async () => {
    expect(await decide({ point: null })).toMatchObject({
      action: 'refuse',
      verdict: { problem: 'missing', message: 'Please choose a pick-up point.' },
    });
  });

  it('the latest data of its point are stored, and its delivery address becomes theirs', async () => {
    const latest = await pointOf('PL_A');
    const earlier = { ...latest, streetLine1: 'Stara 9', lines: ['Stara 9'] };
    const { streetLine1 } = latest;
    expect(await decide({ point: earlier, addresses: { shipping: earlier, billing: HOME } })).toMatchObject({
      action: 'accept',
      point: latest,
      move: { to: 'point', shipping: { streetLine1 }, storesOwn: false },
    });
  });

  it('an address in another country, for which the prices were calculated, is not replaced by the point’s', async () => {
    const point = await pointOf('PL_A');
    const addresses = { shipping: ABROAD, billing: null };
    expect(await decide({ addresses })).toMatchObject({ ...REFUSED, point });
    expect(await decide({ addresses, isPaid: true })).toMatchObject({ ...REFUSED, action: 'hold', point });
  });

  it('delivered home after all, an order that already goes to another address than its point’s stays as it is', async () => {
    expect(await decide({ needs: null })).toEqual(NOTHING_CHANGES);
  });

  it('delivered home after all, an order goes to its billing address only if that is known and in the same country', async () => {
    const shipping = await pointOf('PL_A');
    const home = (billing: typeof HOME | null) => decide({ needs: null, addresses: { shipping, billing } });
    expect(await home(HOME)).toEqual({ ...NOTHING_CHANGES, move: { to: 'customer' } });
    expect(await home(null)).toMatchObject({ ...REFUSED, point: null });
    expect(await home({ ...HOME, streetLine1: '' })).toMatchObject({ ...REFUSED, point: null });
    expect(await home(ABROAD)).toMatchObject({ ...REFUSED, point: null });
  });
});
