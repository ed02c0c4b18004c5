import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { pathOf, type Operation } from '#platform/operation.ts';
import { OPERATIONS, type OperationName } from '#platform/operations.ts';
import { ALL_SCOPES } from '../../sandbox/scopes.ts';
import { makePickup, makeReturn, makeShipment, PICKUPS, RETURNS, startCarrier } from './carrier-client.ts';
import { fetchAppToken, readJson, switchFaults, type Json } from './sandbox-client.ts';

const ROUTES: Record<OperationName, string> = {
  listPoints: 'points',
  getPoint: 'points',
  nearPoints: 'points',
  createShipment: 'shipments',
  getShipment: 'shipments',
  getShipmentLabel: 'shipments',
  trackParcels: 'tracking',
  createReturn: 'returns',
  getReturn: 'returns',
  getReturnLabel: 'returns',
  createPickup: 'pickups',
  listPickups: 'pickups',
  getPickup: 'pickups',
  cancelPickup: 'pickups',
  getCutoffTime: 'pickups',
};
const NAMES = Object.keys(OPERATIONS) as OperationName[];

const carrier = await startCarrier();
const calls = await prepareCalls();
afterEach(() => switchFaults(carrier.sandbox, []));
afterAll(() => carrier.close());

/** Prepares a successful call of each operation. */
async function prepareCalls(): Promise<Record<OperationName, () => Promise<Response>>> {
  let hour = 0;
  const nextPickup = () =>
    makePickup(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 33 * 3_600_000 + hour++ * 60_000);
  const shipment = await carrier.ship();
  const returned = (await carrier.request('POST', RETURNS, makeReturn())) as unknown as {
    id: string;
    parcels: { trackingNumber: string }[];
  };
  const { id: orderId } = (await carrier.request('POST', PICKUPS, nextPickup())) as unknown as { id: string };
  const call = (
    name: OperationName,
    values: Record<string, string>,
    query: Record<string, string> = {},
    body?: () => Json,
    accept = 'application/json',
  ) => {
    const operation: Operation = OPERATIONS[name];
    const path = pathOf(operation, { organizationId: 'org-1', ...values });
    return () =>
      carrier.send(operation.method, `${path}?${new URLSearchParams(query)}`, body?.(), { accept });
  };
  return {
    listPoints: call('listPoints', {}),
    getPoint: call('getPoint', { pointId: carrier.locker.id }),
    nearPoints: call('nearPoints', {}, { relativePoint: '52,21' }),
    createShipment: call('createShipment', {}, {}, () => makeShipment(carrier.locker.id)),
    getShipment: call('getShipment', { trackingNumber: shipment }),
    getShipmentLabel: call(
      'getShipmentLabel',
      { trackingNumber: shipment },
      {},
      undefined,
      'application/pdf;format=A6',
    ),
    trackParcels: call('trackParcels', {}, { trackingNumbers: shipment }),
    createReturn: call('createReturn', {}, {}, () => makeReturn()),
    getReturn: call('getReturn', { returnId: returned.id }),
    getReturnLabel: call(
      'getReturnLabel',
      { trackingNumber: returned.parcels[0]!.trackingNumber },
      {},
      undefined,
      '*/*',
    ),
    createPickup: call('createPickup', {}, {}, nextPickup),
    listPickups: call('listPickups', {}),
    getPickup: call('getPickup', { orderId }),
    cancelPickup: call('cancelPickup', { orderId }),
    getCutoffTime: call('getCutoffTime', {}, { postalCode: '00-950', countryCode: 'PL' }),
  };
}

describe.each(NAMES)('%s', (name) => {
  const operation: Operation = OPERATIONS[name];
  const isLabel = operation.data === 'label';

  it('answers as the client expects, and is logged under its route', async () => {
    await carrier.control('DELETE', 'requests');
    const answer = await calls[name]();
    expect(answer.status).toBe(operation.method === 'POST' ? 201 : 200);
    if (operation.data !== 'label') {
      const { data, success } = operation.data.safeParse(await answer.json());
      expect([success, data]).not.toContain(undefined);
      expect(success).toBe(true);
    }
    const { counts } = (await carrier.control('GET', 'requests')) as unknown as { counts: Json };
    expect(counts).toEqual({ [`api ${ROUTES[name]}`]: 1 });
  });

  it('refused without its scope', async () => {
    const scope = ALL_SCOPES.filter((name) => name !== operation.scope).join(' ');
    const token = await fetchAppToken(carrier.sandbox, scope);
    const path = pathOf(operation, {
      organizationId: 'o',
      pointId: 'x',
      trackingNumber: 'x',
      returnId: 'x',
      orderId: 'x',
    });
    const answer = await fetch(carrier.sandbox.addresses.base + path, {
      method: operation.method,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.status, String((await readJson(answer)).detail)]).toEqual([
      403,
      `The access token was not granted ${operation.scope}.`,
    ]);
  });

  it('fails as faults say', async () => {
    const routes = [ROUTES[name]];
    const fail = (fault: Json) => switchFaults(carrier.sandbox, [{ ...fault, routes }]);
    await fail({ kind: 'answer', status: 429, headers: { 'Retry-After': '2' } });
    expect((await calls[name]()).status).toBe(429);
    await fail({ kind: 'answer', status: 200, as: 'html' });
    expect((await calls[name]()).headers.get('content-type')).toContain('text/html');
    await fail({ kind: 'redirect' });
    expect((await calls[name]()).status).toBe(302);
    await fail({ kind: 'close' });
    await expect(calls[name]()).rejects.toThrow('fetch failed');
    await fail({ kind: 'request-id', mode: 'missing' });
    expect((await calls[name]()).headers.has('x-request-id')).toBe(false);
    await fail({ kind: 'truncate' });
    const cut = await (await calls[name]()).text();
    if (isLabel) expect(cut).not.toContain('%%EOF');
    else expect(() => JSON.parse(cut) as unknown).toThrow(SyntaxError);
    if (isLabel) return;
    await fail({ kind: 'additive' });
    expect(await readJson(await calls[name]())).toHaveProperty('futureField');
  });
});

it('Faults: only hit their own routes, and drop fields of parcels', async () => {
  await switchFaults(carrier.sandbox, [
    { kind: 'missing-field', field: 'trackingNumber', routes: ['tracking'] },
  ]);
  const { parcels } = (await readJson(await calls.trackParcels())) as unknown as { parcels: Json[] };
  expect(parcels).toHaveLength(1);
  expect(parcels[0]).not.toHaveProperty('trackingNumber');
  expect(await readJson(await calls.createShipment())).toHaveProperty('trackingNumber');
});
