import { afterAll, expect, it } from 'vitest';
import { eventsOf } from '#platform/tracking.ts';
import { ADDRESS, RECIPIENT, startCarrier, like } from './carrier-client.ts';

const carrier = await startCarrier();
afterAll(() => carrier.close());

const trackBy = (query: string) => carrier.request('GET', `/tracking/v1/parcels?${query}`);

it('Tracking: accepts repeated parameters, commas, or both, and answers each number once', async () => {
  const [a, b, c] = [await carrier.ship(), await carrier.ship(), await carrier.ship()];
  for (const query of [
    `trackingNumbers=${a}&trackingNumbers=${b}&trackingNumbers=${c}`,
    `trackingNumbers=${a},${b},${c}`,
    `trackingNumbers=${a},${b}&trackingNumbers=${c}&trackingNumbers=${a}`,
  ]) {
    const answer = (await trackBy(query)) as unknown as { parcels: { trackingNumber: string }[] };
    expect(answer.parcels.map(({ trackingNumber }) => trackingNumber)).toEqual([a, b, c]);
  }
});

it('Tracking: accepts one to ten numbers', async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `trackingNumbers=${index}`);
  expect(await trackBy(numbers(10).join('&'))).toEqual({ status: 200, parcels: [] });
  expect(await trackBy(numbers(11).join('&'))).toMatchObject({
    status: 422,
    errors: { trackingNumbers: ['too_big'] },
  });
  expect(await trackBy('')).toMatchObject({ status: 422, errors: { trackingNumbers: ['required'] } });
});

it('Tracking: leaves out unknown numbers', async () => {
  const known = await carrier.ship();
  const { parcels } = await carrier.track(
    '690000000000000000001042',
    known,
    'x',
    known.replace(/^6900/, '6901'),
  );
  expect(parcels.map(({ trackingNumber }) => trackingNumber)).toEqual([known]);
});

it('Tracking: each event has a time with offset, a code, a unique id and a place', async () => {
  const number = await carrier.ship();
  await carrier.control('POST', 'clock/advance', { hours: 100 });
  const [parcel] = (await carrier.track(number)).parcels;
  const { events, ...rest } = parcel!;
  for (const event of events) {
    expect(event.eventTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+01:00$/);
    expect(event.eventId).toMatch(
      new RegExp(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}#${event.eventCode}$`),
    );
  }
  expect(eventsOf(parcel!)).toEqual(
    events.map(({ eventId, eventCode, eventTimestamp, location }) => ({
      id: eventId,
      code: eventCode,
      time: eventTimestamp,
      place: location,
    })),
  );
  const times = events.map(({ eventTimestamp }) => Date.parse(eventTimestamp));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(8);
  expect((await carrier.track(number)).parcels[0]!.events).toEqual(events);

  const places = Object.fromEntries(events.map(({ eventCode, location }) => [eventCode, location]));
  expect(places['CRE.1001']).toBeNull();
  expect(places['FMD.1002']).toMatchObject({ id: null, type: 'ADDRESS', city: 'Testowo', country: 'PL' });
  expect(places['MMD.1003']).toMatchObject({ type: 'LOGISTIC_CENTER', name: 'Centre Testowo' });
  const { address } = carrier.locker as unknown as { address: { city: string } };
  expect(places['LMD.1005']).toMatchObject({
    id: carrier.locker.id,
    type: 'LOCKER_POINT',
    city: address.city,
    country: carrier.locker.country,
  });
  expect(rest).toMatchObject({
    status: null,
    origin: { type: 'ADDRESS', city: 'Testowo' },
    destination: { id: carrier.locker.id },
    shipment: { type: 'OUTBOUND' },
    delivery: { recipientName: 'Oskar Lis', deliveryNotes: null },
    returnToSender: null,
  });
});

it('Tracking: never shows a person’s street, and a redirected parcel has another point', async () => {
  const home = await carrier.ship({ destination: ADDRESS });
  const redirected = await carrier.ship({ recipient: { ...RECIPIENT, lastName: 'Redirected' } });
  const refused = await carrier.ship({ recipient: { ...RECIPIENT, lastName: 'Refused' } });
  await carrier.control('POST', 'clock/advance', { hours: 150 });
  const { parcels } = await carrier.track(home, redirected, refused);
  expect(JSON.stringify(parcels[0])).not.toContain('Mglista');
  const moved = parcels[1]!.events.find(({ eventCode }) => eventCode === 'LMD.3001')!.location!;
  expect(moved).toMatchObject({ type: like(/_POINT$/) });
  expect(moved.id).not.toBe(carrier.locker.id);
  expect(parcels[2]!.returnToSender).toEqual({ trackingNumber: refused });
});
