import { beforeEach, expect, it } from 'vitest';
import type { ParcelState } from '#platform/parcel-state.ts';
import { draftParcel, type DeskParcel } from '../../../src/lib/desk/parcel.ts';
import {
  draftPickup,
  findMatchingPickups,
  parsePickups,
  sortPickups,
  type ListedPickup,
} from '../../../src/lib/desk/pickups/desk-pickup.ts';
import { readPickupDraft } from '../../../src/lib/desk/pickups/pickup-draft.ts';
import { addUp, listTicked, listWaiting } from '../../../src/lib/desk/pickups/pickup-parcels.ts';
import {
  chooseTime,
  pickupWindows,
  readCutoff,
  formatIso,
} from '../../../src/lib/desk/pickups/pickup-windows.ts';
import {
  findPickupErrors,
  NO_PLACE,
  toPickup,
  toPickupField,
  findPickupPlace,
  type PickupFormData,
} from '../../../src/lib/desk/pickups/pickup-form.ts';
import { readProfiles } from '../../../src/lib/desk/profiles.ts';
import { openDesk, startBrowser } from './fake-desk.ts';
import { ADDRESS, IDA } from './people.ts';

const WARSAW = 'Europe/Warsaw';
const ONE = 13 * 60;
const HOUR_MS = 3_600_000;
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/**
 * Describes a day as `2026-11-25 10:30-13:00 first until 12:30-18:00`: its first and last start, then the
 * first start's first and last end.
 */
const show = (now: string, cutoff: number | null = ONE, timeZone = WARSAW) =>
  pickupWindows(Date.parse(now), timeZone, cutoff).map(({ day, starts }) => {
    const { ends } = starts[0]!;
    const [from, last, until, end] = [starts[0]!, starts.at(-1)!, ends[0]!, ends.at(-1)!].map(({ minute }) =>
      clock(minute),
    );
    return `${day} ${from}-${last} first until ${until}-${end}`;
  });

it.each([
  // now, cut-off, days, the first of them
  ['2026-11-25T07:00:00+01:00', ONE, 7, '2026-11-25 09:00-13:00 first until 11:00-18:00'],
  ['2026-11-25T10:10:00+01:00', ONE, 8, '2026-11-25 10:30-13:00 first until 12:30-18:00'],
  ['2026-11-25T10:30:00+01:00', ONE, 8, '2026-11-25 10:30-13:00 first until 12:30-18:00'],
  ['2026-11-25T12:45:00+01:00', ONE, 8, '2026-11-25 13:00-13:00 first until 15:00-18:00'],
  ['2026-11-25T12:59:00+01:00', ONE, 8, '2026-11-25 13:00-13:00 first until 15:00-18:00'],
  ['2026-11-25T13:00:00+01:00', ONE, 7, '2026-11-26 09:00-13:00 first until 11:00-18:00'],
  ['2026-11-25T23:30:00+01:00', ONE, 7, '2026-11-26 09:00-13:00 first until 11:00-18:00'],
  // A late cut-off leaves two hours before the end of the day.
  ['2026-11-25T15:40:00+01:00', 17 * 60, 8, '2026-11-25 16:00-16:00 first until 18:00-18:00'],
  ['2026-11-25T16:10:00+01:00', 17 * 60, 7, '2026-11-26 09:00-16:00 first until 11:00-18:00'],
  // Unknown cut-off: not today, and any start on later days.
  ['2026-11-25T07:00:00+01:00', null, 6, '2026-11-26 09:00-16:00 first until 11:00-18:00'],
  // Nothing can be collected before the first start.
  ['2026-11-25T07:00:00+01:00', 8 * 60, 0, undefined],
])('Pickup times: at %s, with the cut-off at minute %s, %i days are offered', (now, cutoff, days, first) => {
  const shown = show(now, cutoff);
  expect([shown.length, shown[0]]).toEqual([days, first]);
});

it('Pickup times: the seventh day ends at the current time of day', () => {
  expect(show('2026-11-25T10:10:00+01:00').at(-1)).toBe('2026-12-02 09:00-10:00 first until 11:00-18:00');
  expect(show('2026-11-25T08:59:00+01:00').at(-1)).toMatch(/^2026-12-01 09:00-13:00/);
});

it.each([
  ['spring', WARSAW, '2027-03-27T20:00:00+01:00', '2027-03-28T09:00:00+02:00'],
  ['autumn', WARSAW, '2026-10-24T20:00:00+02:00', '2026-10-25T09:00:00+01:00'],
  ['spring, far west', 'America/Los_Angeles', '2027-03-13T20:00:00-08:00', '2027-03-14T09:00:00-07:00'],
])('Pickup times: hours are local to the place when clocks change, in %s', (_, timeZone, now, first) => {
  const [{ day, starts } = { day: '', starts: [] }] = pickupWindows(Date.parse(now), timeZone, ONE);
  expect([day, formatIso(starts[0]!.fromMs, timeZone)]).toEqual([first.slice(0, 10), first]);
  expect(starts[0]!.fromMs).toBe(Date.parse(first));
  for (const { fromMs, ends } of starts)
    for (const { toMs } of ends) {
      expect(toMs - fromMs).toBeGreaterThanOrEqual(2 * HOUR_MS);
      expect(formatIso(toMs, timeZone).slice(0, 10)).toBe(day);
    }
});

it('Pickup times: days are those of the place, wherever the computer is', () => {
  // Still the 25th in Honolulu, already the 26th in Warsaw.
  expect(show('2026-11-25T14:30:00-10:00', ONE)[0]).toMatch(/^2026-11-26 09:00/);
  expect(formatIso(Date.parse('2026-07-01T12:00:00Z'), 'America/St_Johns')).toBe('2026-07-01T09:30:00-02:30');
});

it.each([
  ['13:00:00', 780],
  ['13:05', 785],
  [' 09:00 ', 540],
  ['', null],
  [null, null],
  ['24:00', null],
  ['1 pm', null],
])('Pickup times: the cut-off %o is minute %o', (written, minute) => {
  expect(readCutoff(written)).toBe(minute);
});

const PARTY = { ...IDA, companyName: '', phone: '500' };
const PHONE = { full: '+48500000101', prefix: '+48', number: '500000101' };
const HOME = { ...ADDRESS, flatNumber: '' };
const TIME = {
  fromMs: Date.parse('2026-11-26T10:00:00+01:00'),
  toMs: Date.parse('2026-11-26T13:00:00+01:00'),
};
const PLACE = { address: { ...HOME, countryCode: 'pl' }, party: PARTY };
const typed = (changes: Partial<PickupFormData> = {}): PickupFormData => ({
  profileId: '',
  description: ' Back door ',
  count: '4',
  weight: '6,5',
  day: '',
  from: 0,
  to: 0,
  ...changes,
});

it('Pickup: the body has the phone number in two parts, times with offset, and tracking numbers', () => {
  const body = toPickup(PLACE, typed(), PHONE, TIME, ['69']);
  expect(body).toEqual({
    address: { ...ADDRESS, countryCode: 'PL', locationDescription: 'Back door' },
    contactPerson: { ...IDA, phone: { prefix: '+48', number: '500000101' } },
    pickupTime: { from: '2026-11-26T10:00:00+01:00', to: '2026-11-26T13:00:00+01:00' },
    volume: { itemType: 'PARCEL', count: 4, totalWeight: { amount: 6.5, unit: 'KG' } },
    trackingNumbers: ['69'],
  });
  expect(findPickupErrors(PLACE, body, PHONE)).toEqual([]);
});

const abroad = { ...PLACE, address: { ...HOME, countryCode: 'DE' } };
it.each([
  ['no time', PLACE, typed(), null, ['pickupTime.from required', 'pickupTime.to required']],
  ['no count', PLACE, typed({ count: '' }), TIME, ['volume.count required']],
  ['half a parcel', PLACE, typed({ count: '1.5' }), TIME, ['volume.count invalid']],
  ['a count in words', PLACE, typed({ count: 'four' }), TIME, ['volume.count invalid']],
  ['no weight', PLACE, typed({ weight: ' ' }), TIME, ['volume.totalWeight.amount required']],
  ['a weight of zero', PLACE, typed({ weight: '0' }), TIME, ['volume.totalWeight.amount too_small']],
  ['another country', abroad, typed(), TIME, ['address.countryCode no_pickups']],
  [
    'an empty address',
    { ...NO_PLACE, party: PARTY },
    typed(),
    TIME,
    ['address.street required', 'address.city required', 'address.postalCode required'],
  ],
] as const)('Pickup: the form check finds %s before sending', (_, place, form, time, found) => {
  const errors = findPickupErrors(place, toPickup(place, form, PHONE, time, []), PHONE);
  expect(errors.map(({ path, codes }) => `${path} ${codes.join()}`).sort()).toEqual([...found].sort());
});

it('Pickup: the form check finds a phone number that can’t exist before sending, and shows it in the sender’s form', () => {
  const errors = findPickupErrors(PLACE, toPickup(PLACE, typed(), null, TIME, []), null);
  expect(errors.map(toPickupField)).toEqual([{ path: 'sender.phone', codes: ['phone'] }]);
});

it.each([
  ['contactPerson.email', 'sender.email'],
  ['contactPerson.phone.number', 'sender.phone'],
  ['address.city', 'origin.city'],
  ['address.locationDescription', 'address.locationDescription'],
  ['volume.totalWeight', 'volume.totalWeight.amount'],
  ['pickupTime.from', 'pickupTime.from'],
])('Pickup: an error of %s appears at %s', (path, field) => {
  expect(toPickupField({ path, codes: ['invalid'] })).toEqual({ path: field, codes: ['invalid'] });
});

it('Pickup: an error of the whole time says that there is another pickup at this place and time', () => {
  // A time that passed while the form was open.
  const path = 'pickupTime.from';
  expect(toPickupField({ path, codes: ['too_small'] })).toEqual({ path, codes: ['too_soon'] });
  expect(toPickupField({ path: 'pickupTime', codes: ['invalid'] })).toEqual({
    path: 'address.locationDescription',
    codes: ['same_pickup'],
  });
});

const NOW = new Date(2026, 10, 25, 15, 30).getTime();
function parcel(
  changes: Partial<DeskParcel> = {},
  origin: object = { ...HOME, countryCode: 'PL' },
): DeskParcel {
  const person = { ...PARTY, phone: PHONE.full };
  const shipment = {
    sender: person,
    recipient: person,
    origin: origin as DeskParcel['shipment']['origin'],
    destination: { countryCode: 'PL', pointId: 'PL_A' },
    parcels: [{ type: 'STANDARD', weight: { amount: 1.2, unit: 'KG' } }],
  };
  const draft = draftParcel({ organizationId: 'o', shipment }, NOW - HOUR_MS);
  return { ...draft, state: 'sent', trackingNumber: draft.id, ...changes };
}
const tracked = (state: ParcelState) => ({ tracking: { state, events: [], readMs: NOW } });
const BODY = toPickup(PLACE, typed(), PHONE, TIME, ['taken']);
const CANCELLED = {
  ...draftPickup('o', toPickup(PLACE, typed(), PHONE, TIME, ['free']), NOW),
  cancelled: true,
};
const PICKUP = { ...draftPickup('o', BODY, NOW), state: 'done' as const, orderId: 'p-1' };

it.each([
  ['sent an hour ago', parcel(), true],
  ['registered', parcel(tracked('registered')), true],
  ['on its way', parcel(tracked('on_its_way')), false],
  ['not sent', parcel({ state: 'draft', trackingNumber: null }), false],
  ['refused', parcel({ state: 'refused' }), false],
  ['sent eight days ago', parcel({ createdMs: NOW - 8 * 24 * HOUR_MS }), false],
  ['in a pickup already', parcel({ trackingNumber: 'taken' }), false],
  ['in a pickup that was cancelled', parcel({ trackingNumber: 'free' }), true],
])('Pickup: a parcel that is %s is listed as waiting only if it should be', (_, each, waits) => {
  expect(listWaiting([each], [PICKUP, CANCELLED], NOW)).toEqual(waits ? [each] : []);
});

it('Pickup: a parcel chosen on another screen is always listed if it has a tracking number', () => {
  const [late, draft] = [parcel(tracked('on_its_way')), parcel({ state: 'draft', trackingNumber: null })];
  expect(listWaiting([late, draft], [], NOW, [late.id, draft.id])).toEqual([late]);
});

it('Pickup: today’s parcels that a courier collects are ticked', () => {
  const today = parcel();
  const atPoint = parcel({}, { countryCode: 'PL', shippingMethod: 'ANY_POINT' });
  const before = parcel({ createdMs: NOW - 16 * HOUR_MS });
  expect(listTicked([today, atPoint, before], NOW)).toEqual([today.id]);
  expect(findPickupPlace(atPoint)).toBeNull();
  expect(findPickupPlace(today)?.address).toEqual({ ...HOME, countryCode: 'PL' });
});

beforeEach(() => void startBrowser());

it('Pickup: without a saved sender, that of the latest collected parcel is saved', async () => {
  const desk = await openDesk();
  await desk.putParcels([parcel({ createdMs: Date.now() })]);
  await readPickupDraft(desk);
  expect((await readProfiles(desk)).profiles).toMatchObject([
    { party: { firstName: 'Ida' }, handIn: 'address' },
  ]);
});

it('Pickup: pieces and weights are added up, in kilograms', () => {
  const weighing = (...weights: [number, string][]) => {
    const each = parcel();
    const parcels = weights.map(([amount, unit]) => ({ type: 'STANDARD', weight: { amount, unit } }));
    return { ...each, shipment: { ...each.shipment, parcels } };
  };
  expect(addUp([weighing([0.1, 'KG'], [0.2, 'KG']), weighing([250, 'G'], [12, 'DAG'])])).toEqual({
    count: 4,
    kilograms: 0.67,
  });
  expect(addUp([weighing([1, 'LB'])])).toEqual({ count: 1, kilograms: null });
  expect(addUp([])).toEqual({ count: 0, kilograms: 0 });
});

const listed = (changes: Partial<ListedPickup> = {}): ListedPickup => ({
  id: 'p-2',
  status: 'CREATED',
  createdMs: NOW,
  ...TIME,
  reference: '',
  ...changes,
});

it('Pickup list: incomplete items are read, and unreadable ones are counted', () => {
  const item = {
    id: 'p-2',
    status: 'NEW_ONE',
    createdTime: '2026-11-24T09:00:00Z',
    pickupTime: { from: '2026-11-26T10:00:00+01:00', to: '2026-11-26T13:00:00+01:00' },
    carrierReference: { trackingNumber: '700123', carrier: 'x' },
  };
  const { pickups, unreadable } = parsePickups([
    item,
    { id: 'p-3', pickupTime: 'soon', status: 4 },
    null,
    { id: 5 },
  ]);
  const createdMs = Date.parse(item.createdTime);
  expect(pickups).toEqual([
    { id: 'p-2', status: 'NEW_ONE', createdMs, ...TIME, reference: '700123' },
    { id: 'p-3', status: '', createdMs: null, fromMs: null, toMs: null, reference: '' },
  ]);
  expect(unreadable).toBe(2);
  expect(sortPickups([...pickups].reverse()).map(({ id }) => id)).toEqual(['p-2', 'p-3']);
});

it.each([
  ['one of the same time, created since', [listed()], ['p-2']],
  ['one without a time of creation', [listed({ createdMs: null })], ['p-2']],
  ['one of another time', [listed({ toMs: TIME.toMs + HOUR_MS })], []],
  ['one created long before', [listed({ createdMs: NOW - HOUR_MS })], []],
  ['one that is already matched to another order', [listed({ id: 'p-1' })], []],
  ['two that could be it', [listed(), listed({ id: 'p-3' })], ['p-2', 'p-3']],
])('Pickup list: an order with an unknown outcome, and %s', (_, list, found) => {
  expect(findMatchingPickups(draftPickup('o', BODY, NOW), list, [PICKUP]).map(({ id }) => id)).toEqual(found);
});

it('Pickup times: the chosen time stays while it is offered; otherwise the first start and its last end are chosen', () => {
  const days = pickupWindows(Date.parse('2026-11-25T10:10:00+01:00'), WARSAW, ONE);
  const choose = (day: string, from: number, to: number) => {
    const chosen = chooseTime(days, { day, from, to });
    return chosen && [chosen.day.day, clock(chosen.start.minute), clock(chosen.end.minute)];
  };
  expect(choose('2026-11-26', 600, 780)).toEqual(['2026-11-26', '10:00', '13:00']);
  expect(choose('', 0, 0)).toEqual(['2026-11-25', '10:30', '18:00']);
  // Ten o’clock has passed today, and twelve is less than two hours after the first start.
  expect(choose('2026-11-25', 600, 720)).toEqual(['2026-11-25', '10:30', '18:00']);
  expect(chooseTime([], { day: '', from: 0, to: 0 })).toBeNull();
});
