import { expect, it } from 'vitest';
import { createReturnLink } from '#platform/return-link.ts';
import { ownPage, readJson, readLogOf } from './read-answer.ts';
import { RETURN_LINK_SECRET, type Running } from './start-running.ts';

/** Registers the test of a customer's return. */
export function testReturns(running: () => Running): void {
  it('a customer creates a return once by a shop’s link, and not by a changed one', async () => {
    const link = await createReturnLink({
      origin: running().origin,
      secret: RETURN_LINK_SECRET,
      orderNumber: 'FL-1042',
      countryCode: 'PL',
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const token = new URL(link).hash.replace('#return=', '');
    const sender = { email: 'oskar@mail.example', phone: '+48500000202' };
    const create = (text: string) =>
      running().request('/api/returns', {
        method: 'POST',
        headers: { ...ownPage(running()), 'content-type': 'application/json' },
        body: JSON.stringify({ link: text, sender }),
      });
    const body = (await Promise.all([1, 2, 3].map(() => create(token)))).map(readJson);
    expect(body[0]).toMatchObject({
      orderNumber: 'FL-1042',
      dropOffCode: expect.stringMatching(/^\d{9}$/) as string,
    });
    expect(body).toEqual([body[0], body[0], body[0]]);
    expect(await running().countCalls('/returns/v1/organizations/org-1/shipments')).toBe(1);
    expect((await create(`${token.slice(0, -1)}~`)).status).toBe(403);
    const log = await readLogOf(running(), '/api/returns');
    for (const secret of ['FL-1042', 'oskar', token]) expect(log).not.toContain(secret);
  });
}
