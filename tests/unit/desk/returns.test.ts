import { expect, it } from 'vitest';
import { describeFieldErrors } from '../../../src/lib/desk/field-problems.ts';
import { draftParcel } from '../../../src/lib/desk/parcel.ts';
import { draftReturn, readReturnAnswer } from '../../../src/lib/desk/returns/desk-return.ts';
import { groupDigits } from '../../../src/lib/i18n/group-digits.ts';
import { createReturnMailto } from '../../../src/lib/desk/returns/create-return-mailto.ts';
import { describeExpiry } from '../../../src/lib/desk/returns/describe-expiry.ts';
import {
  emptyReturnForm,
  findReturnErrors,
  earliestExpiry,
  toReturn,
  returnFormFromBody,
  returnFormFromParcel,
  type ReturnFormData,
} from '../../../src/lib/desk/returns/return-form.ts';
import type { Phone } from '#contract/phone.ts';
import { loadBrokerMessages } from '../../../src/lib/broker/messages.ts';
import { IDA, OSKAR } from './people.ts';

const NOW = new Date(2026, 10, 25, 15, 30).getTime();
const DAY_MS = 86_400_000;
const PHONE = { full: '+48500000202', prefix: '+48', number: '500000202' };

const typed = (changes: Partial<ReturnFormData> = {}): ReturnFormData => ({
  ...emptyReturnForm(NOW),
  sender: { ...OSKAR, companyName: '', phone: '+48 500 000 202' },
  ...changes,
});
const problemsOf = (form: ReturnFormData, phone: Phone | null = form.sender.phone === '' ? null : PHONE) =>
  findReturnErrors(form, toReturn(form, phone), phone, NOW).map(
    ({ path, codes }) => `${path} ${codes.join()}`,
  );

it('Return: it expires at the end of the day a week from now', () => {
  expect(earliestExpiry(NOW)).toBe('2026-12-02');
  const { expirationDate } = toReturn(typed(), PHONE);
  expect(new Date(expirationDate!).getTime()).toBe(new Date(2026, 11, 2, 23, 59, 59).getTime());
  expect(problemsOf(typed())).toEqual([]);
});

it('Return: the body has phone number and weight as texts, and no empty fields', () => {
  const body = toReturn(typed({ countryCode: 'pl ', weight: '2,50', orderNumber: ' A-7 ' }), PHONE);
  expect(body).toEqual({
    sender: OSKAR,
    origin: { countryCode: 'PL' },
    enableDropOffCode: true,
    parcels: [{ weight: { amount: '2.50', unit: 'KG' } }],
    references: { orderNumber: 'A-7' },
    expirationDate: body.expirationDate,
  });
  expect(Object.keys(toReturn(typed({ expires: '' }), PHONE))).toEqual([
    'sender',
    'origin',
    'enableDropOffCode',
  ]);
});

it.each([
  ['no sender', { sender: emptyReturnForm(NOW).sender }, ['sender.email required', 'sender.phone required']],
  ['an e-mail without @', { sender: { ...typed().sender, email: 'oskar' } }, ['sender.email invalid']],
  ['no country', { countryCode: ' ' }, ['origin.countryCode required']],
  ['a country by its name', { countryCode: 'Poland' }, ['origin.countryCode invalid']],
  ['Great Britain without its part', { countryCode: 'gb' }, ['origin.subdivisionCode required']],
  ['Great Britain', { countryCode: 'GB', subdivisionCode: 'gb-sct' }, []],
  ['a weight of zero', { weight: '0,0' }, ['parcels.0.weight.amount invalid']],
  ['a weight in words', { weight: 'two' }, ['parcels.0.weight.amount invalid']],
  ['a last day that is too soon', { expires: '2026-12-01' }, ['expirationDate too_small']],
  ['no last day', { expires: '' }, []],
] as const)('Return: the form check finds %s before sending', (_, changes, found) => {
  expect(problemsOf(typed(changes))).toEqual(found);
});

it('Return: the form check finds a phone number that can’t exist before sending', () => {
  expect(problemsOf(typed(), null)).toEqual(['sender.phone phone']);
});

it('Return: a parcel’s recipient becomes the sender, in the destination country', () => {
  const shipment = {
    sender: IDA,
    recipient: { ...OSKAR, companyName: 'Lis & Co' },
    origin: { countryCode: 'PL', shippingMethod: 'ANY_POINT' },
    destination: { countryCode: 'IT', pointId: 'IT_A' },
    parcels: [{ type: 'STANDARD', weight: { amount: 1.25, unit: 'KG' } }],
    references: { custom: { order: 'FL-1042' } },
  };
  const written = returnFormFromParcel(draftParcel({ organizationId: 'o', shipment }), NOW);
  expect(written).toEqual({
    sender: { ...OSKAR, companyName: 'Lis & Co' },
    countryCode: 'IT',
    subdivisionCode: '',
    orderNumber: 'FL-1042',
    weight: '1.25',
    expires: '2026-12-02',
  });
  const inGrams = { ...shipment, parcels: [{ type: 'STANDARD', weight: { amount: 900, unit: 'G' } }] };
  expect(returnFormFromParcel(draftParcel({ organizationId: 'o', shipment: inGrams }), NOW).weight).toBe('');
});

it('Return: a stored return fills the form unchanged, with a last day that is still valid', () => {
  const written = typed({ weight: '2.5', orderNumber: 'A-7', countryCode: 'GB', subdivisionCode: 'GB-SCT' });
  const body = toReturn(written, PHONE);
  expect(returnFormFromBody(body, NOW)).toEqual({
    ...written,
    sender: { ...written.sender, phone: PHONE.full },
  });
  expect(returnFormFromBody(body, NOW + 3 * DAY_MS).expires).toBe('2026-12-05');
});

it.each([
  ['004217395', '004 217 395'],
  ['00421739', '004 217 39'],
  ['0042173951', '004 217 3951'],
  ['0042', '0042'],
  ['AB-12', 'AB-12'],
])('Return: the code %s is displayed as %s', (code, read) => {
  expect(groupDigits(code)).toBe(read);
});

it('Return: an answer without code, number or expiry is stored as it is', () => {
  const answer = { data: { id: 'r-1', expirationDate: 'soon', parcels: [{}] }, requestId: 'q-1' };
  expect(readReturnAnswer(answer)).toEqual({
    returnId: 'r-1',
    requestId: 'q-1',
    trackingNumber: null,
    dropOffCode: null,
    expiresMs: null,
  });
  const full = { id: 'r-1', expirationDate: '2026-12-02T12:00:00Z', parcels: [{ dropOffCode: '004217395' }] };
  expect(readReturnAnswer({ data: full, requestId: 'q-1' })).toMatchObject({
    dropOffCode: '004217395',
    expiresMs: Date.UTC(2026, 11, 2, 12),
  });
});

it('Return: the expiry is described in calendar days', async () => {
  await loadBrokerMessages();
  const midnight = new Date(2026, 10, 26, 0, 5).getTime();
  expect(describeExpiry(midnight, NOW)).toMatch(/^Valid until .*26.* \(tomorrow\)$/);
  expect(describeExpiry(NOW + 60_000, NOW)).toMatch(/\(today\)$/);
  expect(describeExpiry(NOW + 7 * DAY_MS, NOW)).toMatch(/\(in 7 days\)$/);
  expect(describeExpiry(NOW, NOW)).toMatch(/^Expired on .*25/);
  expect(describeExpiry(null, NOW)).toBe('The carrier gives no end date');
});

it('Return: a mail to the sender contains the code, and only the name of their personal data', async () => {
  await loadBrokerMessages();
  const body = toReturn(typed({ orderNumber: 'A-7' }), PHONE);
  const item = { ...draftReturn('o', body, NOW), dropOffCode: '004217395', expiresMs: NOW + DAY_MS };
  const address = new URL(createReturnMailto(item, NOW));
  expect([address.protocol, address.pathname]).toEqual(['mailto:', 'oskar@mail.example']);
  const text = address.searchParams.get('body')!;
  expect(text).toContain('004 217 395');
  expect(text).toContain('Oskar Lis');
  expect(text).toContain('\r\n');
  expect(text).not.toMatch(/A-7|500|oskar@/);
});

it('Return: the platform’s error codes are shown at the fields, unknown ones unchanged', async () => {
  await loadBrokerMessages();
  const problems = describeFieldErrors([{ path: 'sender.phone', codes: ['invalid', 'blocked_prefix'] }]);
  expect(problems['sender.phone']).toBe('This isn’t valid. The carrier says: blocked_prefix');
});
