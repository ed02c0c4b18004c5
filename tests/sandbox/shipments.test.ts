import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makeShipment, RECIPIENT, SHIPMENTS, startCarrier, like } from './carrier-client.ts';
import { fetchAppToken, readJson, switchFaults, type Json } from './sandbox-client.ts';

const carrier = await startCarrier();
afterEach(() => switchFaults(carrier.sandbox, []));
afterAll(() => carrier.close());

describe('Creating a shipment', () => {
  const post = (body: string, headers: Record<string, string> = {}, path = SHIPMENTS) =>
    fetch(carrier.sandbox.addresses.base + path, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${carrier.token}`, 'Content-Type': 'application/json', ...headers },
    });
  const valid = (changes: Json = {}) => JSON.stringify({ ...makeShipment(carrier.locker.id), ...changes });

  it('201 with a tracking number of 24 digits, and a number for each parcel', async () => {
    const parcel = (makeShipment('').parcels as Json[])[0];
    const references = { custom: { box: 'A' } };
    const answer = await carrier.request('POST', SHIPMENTS, {
      ...makeShipment(carrier.locker.id),
      parcels: [parcel, { ...parcel, references }],
    });
    const first = String((answer as Json).trackingNumber);
    expect(first).toMatch(/^\d{24}$/);
    expect(answer).toMatchObject({
      status: 201,
      parcels: [
        { parcelNumbers: [{ carrier: 'sandbox', id: 'parcelNumber', value: first }] },
        { references, parcelNumbers: [{ value: String(BigInt(first) + 1n) }] },
      ],
      routing: {
        deliveryArea: like(/^\d{6}$/),
        deliveryDepotNumber: like(/^\d{4}$/),
      },
    });
  });

  it('the numbers depend only on seed and order', async () => {
    const numbers = await Promise.all(
      ['7', '7', '8'].map(async (SANDBOX_SEED) => {
        const other = await startCarrier({ SANDBOX_SEED });
        const made = [await other.ship(), await other.ship()];
        await other.close();
        return made;
      }),
    );
    expect(numbers[0]).toEqual(numbers[1]);
    expect(new Set(numbers.flat()).size).toBe(4);
  });

  it('415 for another content type', async () => {
    expect((await post(valid(), { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post(valid(), { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(201);
  });

  it('400 and the problem if the body isn’t a JSON object', async () => {
    for (const [body, problem] of [
      ['', 'empty'],
      ['{"a":', 'not valid JSON'],
      ['[1]', 'must be a JSON object'],
      ['null', 'must be a JSON object'],
    ] as const) {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(String((await readJson(response)).detail)).toContain(problem);
    }
  });

  it('413 above one mebibyte', async () => {
    const withText = (length: number) => valid({ references: { custom: { text: 'x'.repeat(length) } } });
    expect((await post(withText(1024 * 1024))).status).toBe(413);
    expect((await post(withText(1000 * 1024))).status).toBe(201);
  });

  it('401 without a token and 403 without the scope', async () => {
    expect((await post(valid(), { Authorization: 'Bearer made-up' })).status).toBe(401);
    const other = await fetchAppToken(carrier.sandbox, 'api:shipments:read');
    expect((await post(valid(), { Authorization: `Bearer ${other}` })).status).toBe(403);
  });

  it('405 for other methods', async () => {
    const response = await carrier.send('GET', SHIPMENTS);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it.each<[string, Json, Json]>([
    ['a missing field', { sender: undefined }, { sender: ['required'] }],
    ['null for a field', { recipient: null }, { recipient: ['required'] }],
    [
      'fields below',
      { recipient: { ...RECIPIENT, phone: undefined, email: 'none' } },
      { 'recipient.phone': ['required'], 'recipient.email': ['invalid'] },
    ],
    [
      'a number as text',
      { parcels: [{ type: 'STANDARD', weight: { amount: '2', unit: 'KG' } }] },
      { 'parcels.0.weight.amount': ['invalid'] },
    ],
    [
      'too small a number',
      { parcels: [{ type: 'STANDARD', weight: { amount: 0, unit: 'KG' } }] },
      { 'parcels.0.weight.amount': ['too_small'] },
    ],
    [
      'too long a text',
      { sender: { ...RECIPIENT, lastName: 'x'.repeat(101) } },
      { 'sender.lastName': ['too_big'] },
    ],
    ['no parcels', { parcels: [] }, { parcels: ['too_small'] }],
    ['an unknown field', { brand: 'own' }, { brand: ['unknown'] }],
    [
      'an unknown point',
      { destination: { countryCode: 'PL', pointId: 'PL_NONE' } },
      { 'destination.pointId': ['not_found'] },
    ],
    [
      'a wrong point',
      { destination: { countryCode: 'Poland', pointId: 5 } },
      { 'destination.countryCode': ['invalid'], 'destination.pointId': ['invalid'] },
    ],
    [
      'half an address',
      { destination: { countryCode: 'PL', city: 'Testowo' } },
      { 'destination.street': ['required'], 'destination.postalCode': ['required'] },
    ],
    [
      'nothing to go to',
      { destination: {} },
      {
        'destination.countryCode': ['required'],
        'destination.street': ['required'],
        'destination.city': ['required'],
        'destination.postalCode': ['required'],
      },
    ],
    ['something else to go to', { destination: 'PL_NONE' }, { destination: ['invalid'] }],
    ['no origin', { origin: undefined }, { origin: ['required'] }],
    ['half a hand-in', { origin: { shippingMethod: 'APM' } }, { 'origin.countryCode': ['required'] }],
  ])('422 with a map of fields for %s', async (_what, changes, errors) => {
    const answer = await carrier.request('POST', SHIPMENTS, {
      ...makeShipment(carrier.locker.id),
      ...changes,
    });
    expect(answer).toMatchObject({ status: 422, title: 'Validation failed', type: 'about:blank' });
    expect((answer as Json).errors).toEqual(errors);
  });

  it('accepts an address, and a hand-in at a point', async () => {
    const { origin } = makeShipment('');
    for (const changes of [
      { destination: origin },
      { origin: { countryCode: 'PL', shippingMethod: 'ANY_POINT' } },
    ])
      expect(await carrier.ship(changes)).toMatch(/^\d{24}$/);
  });

  it('refuses a point closed by a fault, but not others', async () => {
    await switchFaults(carrier.sandbox, [{ kind: 'close', ids: [carrier.locker.id] }]);
    const refused = await carrier.request('POST', SHIPMENTS, makeShipment(carrier.locker.id));
    expect(refused).toMatchObject({ status: 422, errors: { 'destination.pointId': ['not_found'] } });
    expect((await carrier.send('POST', SHIPMENTS, makeShipment(carrier.shop.id))).status).toBe(201);
  });

  it('the same deduplication id of the same organization gets the same answer', async () => {
    const again = (body: Json, path = SHIPMENTS) =>
      carrier.request('POST', path, body, { 'X-Deduplication-Id': 'd-1' });
    const body = makeShipment(carrier.locker.id);
    const first = await again(body);
    expect(first.status).toBe(201);
    expect(await again(body)).toEqual(first);
    expect(await again({ ...body, recipient: { ...RECIPIENT, firstName: 'Ola' } })).toMatchObject({
      status: 422,
      errors: { deduplicationId: ['invalid'] },
    });
    const other = await again(body, SHIPMENTS.replace('org-1', 'org-2'));
    expect(other.status).toBe(201);
    expect((other as Json).trackingNumber).not.toBe((first as Json).trackingNumber);
  });

  it('a refused one can be corrected under the same deduplication id', async () => {
    const headers = { 'X-Deduplication-Id': 'd-2' };
    expect((await carrier.send('POST', SHIPMENTS, {}, headers)).status).toBe(422);
    const corrected = await carrier.send('POST', SHIPMENTS, makeShipment(carrier.locker.id), headers);
    expect(corrected.status).toBe(201);
  });
});

describe('Shipment', () => {
  it('only its organization can read it, as it was created', async () => {
    const { status: _status, ...created } = await carrier.request(
      'POST',
      SHIPMENTS,
      makeShipment(carrier.locker.id),
    );
    const number = String((created as Json).trackingNumber);
    expect(await carrier.request('GET', `${SHIPMENTS}/${number}`)).toEqual({ status: 200, ...created });
    for (const path of [
      `${SHIPMENTS.replace('org-1', 'org-2')}/${number}`,
      `${SHIPMENTS}/690000000000000000000000`,
      `${SHIPMENTS}/x`,
      `${SHIPMENTS.replace('org-1', 'org-2')}/${number}/label`,
    ])
      expect(
        (await carrier.send('GET', path, undefined, { accept: 'application/pdf;format=A6' })).status,
      ).toBe(404);
  });

  it('organization ids may be percent-encoded', async () => {
    const path = SHIPMENTS.replace('org-1', 'org%2F1%20a');
    const number = await carrier.ship({}, path);
    expect((await carrier.send('GET', `${path}/${number}`)).status).toBe(200);
    expect((await carrier.send('GET', `${SHIPMENTS.replace('org-1', '%')}/${number}`)).status).toBe(400);
  });
});
