import { describe, expect, it } from 'vitest';
import { COMPLETIONS, FULFILMENTS, PUSHES } from './cases.ts';
import { HOME, isPointsAddress, ParcelDesk, ParcelFollower, SmallShop } from './world.ts';

const IDS = {
  'a point': 'PL_A',
  'another point': 'PL_B',
  'a forged id': 'PL_NO_SUCH_POINT',
  'no id': '<b>PL</b>',
  'a point abroad': 'DE_C',
};

describe('An engine on the core', () => {
  it.each(COMPLETIONS)('at completion: $title', async ({ steps, isPaid = false, expected }) => {
    const shop = new SmallShop();
    for (const step of steps)
      if (step === 'deliver it home') shop.needsPoint = false;
      else if (step === 'enter my address') shop.addresses = { ...shop.addresses, shipping: HOME };
      else if ('choose' in step) await shop.choose(IDS[step.choose]);
      else if (step.then === 'the point closes') shop.droppoint.closed.add(IDS['a point']);
      else shop.droppoint.isAway = true;
    const requests = shop.droppoint.check.mock.calls.length;
    const { action, verdict, point } = await shop.complete(isPaid);
    const { problem = null, alternatives = [] } = verdict ?? {};
    const delivery = isPointsAddress(shop.addresses.shipping, point) ? 'the point’s' : 'the customer’s';
    expect({ action, problem, point: point?.id ?? null, delivery }).toEqual({
      action: expected.action,
      problem: expected.problem,
      point: expected.point && IDS[expected.point],
      delivery: expected.delivery,
    });
    if (delivery === 'the customer’s') expect(shop.addresses.shipping).toEqual(HOME);
    else expect(shop.addresses.billing).toEqual(HOME);
    expect(alternatives.length > 0).toBe(expected.hasAlternatives ?? false);
    expect(shop.droppoint.check.mock.calls.length - requests).toBeLessThanOrEqual(1);
  });

  it.each(FULFILMENTS)('of fulfilments: $title', async ({ steps, parcels, count }) => {
    const desk = new ParcelDesk();
    for (const step of steps)
      if ('cancel' in step) desk.fulfilments[step.cancel]!.isCancelled = true;
      else if ('moves' in step) desk.fulfilments[step.moves]!.state = 'on_its_way';
      else if ('staff' in step) expect(await desk.move()).toBe(step.staff === 'moves the order');
      else {
        desk.isAnswerLost = step.answer === 'lost';
        const sent = desk.send(step.send);
        if (desk.isAnswerLost) await expect(sent).rejects.toThrow(/only be done once/);
        else if (step.answer === 'refused') await expect(sent).rejects.toThrow(/they are in it/);
        else await sent;
        if (step.then === 'the point closes') desk.droppoint.closed.add('PL_A');
      }
    const numbers = desk.fulfilments.map(({ trackingNumber }) => trackingNumber);
    expect(numbers).toEqual(parcels.map((letter) => String(letter.charCodeAt(0) - 65)));
    expect(desk.count).toBe(count);
  });

  it.each(PUSHES)('of pushed events: $title', ({ events, early = 0, state, fulfilment, reported }) => {
    const follower = new ParcelFollower();
    if (early === 0) follower.adopt();
    for (const [at, [code, hour]] of events.entries()) {
      follower.push(code, `2036-11-26T${String(hour).padStart(2, '0')}:00:00.123456789Z`);
      if (at + 1 === early) follower.adopt();
    }
    expect([follower.state, follower.fulfilment, follower.reported]).toEqual([state, fulfilment, reported]);
  });
});
