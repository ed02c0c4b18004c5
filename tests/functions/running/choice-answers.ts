import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createPointLink, readPointChoice } from '#platform/point-link.ts';
import { readWebhook, type WebhookEvent } from '#platform/webhook.ts';
import { ownPage, readJson, readLogOf } from './read-answer.ts';
import { POINT_LINK_SECRET, type Running } from './start-running.ts';

/** Registers the test of a point that a customer chooses by a shop's link. */
export function testChoices(running: () => Running): void {
  it('a customer chooses a point by a shop’s link, and the shop is notified', async () => {
    const events: WebhookEvent[] = [];
    const shop = createServer((request, response) => {
      void readWebhook(request, { keys: { secret: POINT_LINK_SECRET } }).then((event) => {
        events.push(event);
        response.end(JSON.stringify({ message: 'Noted.' }));
      });
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const { locker } = running().carrier;
    const link = await createPointLink({
      ...{ origin: running().origin, secret: POINT_LINK_SECRET, id: 'order-7', orderNumber: 'FL-1042' },
      country: locker.id.slice(0, 2),
      ...{ returnTo: `${origin}/orders/7`, notify: `${origin}/chosen` },
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const token = link.split('#order=')[1]!;
    const choose = (text: string, point?: string) =>
      running().request('/api/point-choices', {
        method: 'POST',
        headers: { ...ownPage(running()), 'content-type': 'application/json' },
        body: JSON.stringify({ link: text, point }),
        // Another client: the tests before have used up the budget of this one.
        from: '127.0.0.3',
      });
    expect(readJson(await choose(token))).toMatchObject({
      orderNumber: 'FL-1042',
      point: null,
      result: null,
    });
    const chosen = readJson(await choose(token, locker.id));
    expect(chosen).toMatchObject({
      point: { id: locker.id, status: 'exists' },
      returnTo: `${origin}/orders/7?result=${String(chosen['result'])}`,
      shop: { isAccepted: true, message: 'Noted.' },
    });
    for (const result of [chosen['result'], events[0]!['result']])
      expect(await readPointChoice(result as string, [POINT_LINK_SECRET])).toMatchObject({
        ...{ id: 'order-7', point: locker.id },
      });
    expect(events).toHaveLength(1);
    expect((await choose(`${token.slice(0, -1)}~`, locker.id)).status).toBe(403);
    const log = await readLogOf(running(), '/api/point-choices');
    for (const secret of ['FL-1042', locker.id, token]) expect(log).not.toContain(secret);
    await new Promise((resolve) => shop.close(resolve));
  });
}
