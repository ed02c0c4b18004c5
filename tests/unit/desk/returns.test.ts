import { expect, it } from 'vitest';
import { sayFieldProblems } from '../../../src/lib/desk/field-problems.ts';
import { draftParcel } from '../../../src/lib/desk/parcel.ts';
import { draftReturn, takeAnswer } from '../../../src/lib/desk/returns/desk-return.ts';
import { groupDigits } from '../../../src/lib/i18n/group-digits.ts';
import { mailReturn } from '../../../src/lib/desk/returns/mail-return.ts';
import { sayExpiry } from '../../../src/lib/desk/returns/say-expiry.ts';
import {
  emptyReturn,
  findReturnErrors,
  leastExpiry,
  returnOf,
  returnOfBody,
  returnOfParcel,
  type WrittenReturn,
} from '../../../src/lib/desk/returns/written-return.ts';
import { speakToBrokers } from '../../../src/lib/broker/messages.ts';
import { IDA, OSKAR } from './people.ts';

const NOW = new Date(2026, 10, 25, 15, 30).getTime();
const DAY_MS = 86_400_000;
const PHONE = { full: '+48500000202', prefix: '+48', number: '500000202' };

const typed = (changes: Partial<WrittenReturn> = {}): WrittenReturn => ({
  ...emptyReturn(NOW),
  sender: { ...OSKAR, companyName: '', phone: '+48 500 000 202' },
  ...changes,
});
const problemsOf = (written: WrittenReturn) =>
  findReturnErrors(returnOf(written, null), NOW).map(({ path, codes }) => `${path} ${codes.join()}`);

it('a return is due a week from its day, to the end of that day', () => {
  expect(leastExpiry(NOW)).toBe('2026-12-02');
  const { expirationDate } = returnOf(typed(), PHONE);
  expect(new Date(expirationDate!).getTime()).toBe(new Date(2026, 11, 2, 23, 59, 59).getTime());
  expect(problemsOf(typed())).toEqual([]);
});

it('a body has the phone in one text, the weight as a text, and nothing that was left empty', () => {
  const body = returnOf(typed({ countryCode: 'pl ', weight: '2,50', orderNumber: ' A-7 ' }), PHONE);
  expect(body).toEqual({
    sender: OSKAR,
    origin: { countryCode: 'PL' },
    enableDropOffCode: true,
    parcels: [{ weight: { amount: '2.50', unit: 'KG' } }],
    references: { orderNumber: 'A-7' },
    expirationDate: body.expirationDate,
  });
  expect(Object.keys(returnOf(typed({ expires: '' }), PHONE))).toEqual([
    'sender',
    'origin',
    'enableDropOffCode',
  ]);
});

it.each([
  ['no sender', { sender: emptyReturn(NOW).sender }, ['sender.email required', 'sender.phone required']],
  ['an e-mail without @', { sender: { ...typed().sender, email: 'oskar' } }, ['sender.email invalid']],
  ['no country', { countryCode: ' ' }, ['origin.countryCode required']],
  ['a country by its name', { countryCode: 'Poland' }, ['origin.countryCode invalid']],
  ['Great Britain without its part', { countryCode: 'gb' }, ['origin.subdivisionCode required']],
  ['Great Britain', { countryCode: 'GB', subdivisionCode: 'gb-sct' }, []],
  ['a weight of nothing', { weight: '0,0' }, ['parcels.0.weight.amount invalid']],
  ['a weight in words', { weight: 'two' }, ['parcels.0.weight.amount invalid']],
  ['a day too early', { expires: '2026-12-01' }, ['expirationDate too_small']],
  ['no last day', { expires: '' }, []],
] as const)('before it is sent, %s is found', (_, changes, found) => {
  expect(problemsOf(typed(changes))).toEqual(found);
});

it('a parcel’s return comes from its recipient, out of the country that it went to', () => {
  const shipment = {
    sender: IDA,
    recipient: { ...OSKAR, companyName: 'Lis & Co' },
    origin: { countryCode: 'PL', shippingMethod: 'ANY_POINT' },
    destination: { countryCode: 'IT', pointId: 'IT_A' },
    parcels: [{ type: 'STANDARD', weight: { amount: 1.25, unit: 'KG' } }],
    references: { custom: { order: 'FL-1042' } },
  };
  const written = returnOfParcel(draftParcel({ organizationId: 'o', shipment }), NOW);
  expect(written).toEqual({
    sender: { ...OSKAR, companyName: 'Lis & Co' },
    countryCode: 'IT',
    subdivisionCode: '',
    orderNumber: 'FL-1042',
    weight: '1.25',
    expires: '2026-12-02',
  });
  const inGrams = { ...shipment, parcels: [{ type: 'STANDARD', weight: { amount: 900, unit: 'G' } }] };
  expect(returnOfParcel(draftParcel({ organizationId: 'o', shipment: inGrams }), NOW).weight).toBe('');
});

it('a kept return is typed again as it was, with a last day that is still far enough', () => {
  const written = typed({ weight: '2.5', orderNumber: 'A-7', countryCode: 'GB', subdivisionCode: 'GB-SCT' });
  const body = returnOf(written, PHONE);
  expect(returnOfBody(body, NOW)).toEqual({ ...written, sender: { ...written.sender, phone: PHONE.full } });
  expect(returnOfBody(body, NOW + 3 * DAY_MS).expires).toBe('2026-12-05');
});

it.each([
  ['004217395', '004 217 395'],
  ['00421739', '004 217 39'],
  ['0042173951', '004 217 3951'],
  ['0042', '0042'],
  ['AB-12', 'AB-12'],
])('the code %s reads %s', (code, read) => {
  expect(groupDigits(code)).toBe(read);
});

it('an answer without code, number or end is kept as far as it goes', () => {
  const answer = { data: { id: 'r-1', expirationDate: 'soon', parcels: [{}] }, requestId: 'q-1' };
  expect(takeAnswer(answer)).toEqual({
    returnId: 'r-1',
    requestId: 'q-1',
    trackingNumber: null,
    dropOffCode: null,
    expiresMs: null,
  });
  const full = { id: 'r-1', expirationDate: '2026-12-02T12:00:00Z', parcels: [{ dropOffCode: '004217395' }] };
  expect(takeAnswer({ data: full, requestId: 'q-1' })).toMatchObject({
    dropOffCode: '004217395',
    expiresMs: Date.UTC(2026, 11, 2, 12),
  });
});

it('the end is told in words, by the calendar’s days', async () => {
  await speakToBrokers();
  const midnight = new Date(2026, 10, 26, 0, 5).getTime();
  expect(sayExpiry(midnight, NOW)).toMatch(/^Valid until .*26.* \(tomorrow\)$/);
  expect(sayExpiry(NOW + 60_000, NOW)).toMatch(/\(today\)$/);
  expect(sayExpiry(NOW + 7 * DAY_MS, NOW)).toMatch(/\(in 7 days\)$/);
  expect(sayExpiry(NOW, NOW)).toMatch(/^Expired on .*25/);
  expect(sayExpiry(null, NOW)).toBe('The carrier gives no end date');
});

it('a mail to the sender has the code, and no more of them than their name', async () => {
  await speakToBrokers();
  const body = returnOf(typed({ orderNumber: 'A-7' }), PHONE);
  const item = { ...draftReturn('o', body, NOW), dropOffCode: '004217395', expiresMs: NOW + DAY_MS };
  const address = new URL(mailReturn(item, NOW));
  expect([address.protocol, address.pathname]).toEqual(['mailto:', 'oskar@mail.example']);
  const text = address.searchParams.get('body')!;
  expect(text).toContain('004 217 395');
  expect(text).toContain('Oskar Lis');
  expect(text).toContain('\r\n');
  expect(text).not.toMatch(/A-7|500|oskar@/);
});

it('the platform’s own codes stand at the fields, unknown ones as they are', async () => {
  await speakToBrokers();
  const problems = sayFieldProblems([{ path: 'sender.phone', codes: ['invalid', 'blocked_prefix'] }]);
  expect(problems['sender.phone']).toBe('This isn’t valid. The carrier says: blocked_prefix');
});
