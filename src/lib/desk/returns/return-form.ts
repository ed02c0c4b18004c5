import * as z from 'zod/mini';
import type { FieldError } from '#platform/errors.ts';
import { returnSchema, type Return } from '#platform/returns.ts';
import { findFormErrors } from '../field-problems.ts';
import type { DeskParcel } from '../parcel.ts';
import type { Phone } from '#contract/phone.ts';
import { EMPTY_PARTY, toParty, formText, partyFormSchema } from '../party-form.ts';

/** A return as typed; empty texts for omitted fields. */
export const returnFormSchema = z.object({
  sender: partyFormSchema,
  countryCode: formText,
  /** Only for Great Britain: `GB-SCT`. */
  subdivisionCode: formText,
  orderNumber: formText,
  /** Kilograms. */
  weight: formText,
  /** Last day that the code is valid: `2026-12-03`. */
  expires: formText,
});
export type ReturnFormData = z.infer<typeof returnFormSchema>;

/** Minimum validity. The platform requires a day by one source, a week by another. */
const MIN_DAYS = 7;
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

/** Formats a local date. The Swedish format is that of ISO 8601. */
const isoDay = (date: Date) => date.toLocaleDateString('sv-SE');

/** The earliest last day that is certain to be accepted, in local time: `2026-12-02`. */
export function earliestExpiry(nowMs: number): string {
  const date = new Date(nowMs);
  date.setDate(date.getDate() + MIN_DAYS);
  return isoDay(date);
}

/** Returns a saved last day, or the earliest possible one if the saved day is now too soon. */
export function clampExpiry(expires: string, nowMs: number): string {
  const least = earliestExpiry(nowMs);
  return expires !== '' && expires < least ? least : expires;
}

export const emptyReturnForm = (nowMs: number): ReturnFormData => ({
  sender: EMPTY_PARTY,
  countryCode: 'PL',
  subdivisionCode: '',
  orderNumber: '',
  weight: '',
  expires: earliestExpiry(nowMs),
});

/** Whether the user has typed something. Initial values don't count. */
export const isTyped = ({ sender, orderNumber, weight }: ReturnFormData): boolean =>
  [...Object.values(sender), orderNumber, weight].some((text) => text.trim() !== '');

/** Fills the form for returning a parcel, whose recipient becomes the sender. */
export function returnFormFromParcel(
  { shipment }: Pick<DeskParcel, 'shipment'>,
  nowMs: number,
): ReturnFormData {
  const { recipient, destination, parcels, references } = shipment;
  const { amount, unit } = parcels[0]?.weight ?? {};
  const [order = ''] = [references, parcels[0]?.references].flatMap((each) =>
    Object.values(each?.custom ?? {}),
  );
  return {
    ...emptyReturnForm(nowMs),
    sender: partyFormSchema.parse(recipient),
    countryCode: destination.countryCode,
    orderNumber: order,
    weight: amount !== undefined && unit === 'KG' ? String(amount) : '',
  };
}

/** Fills the form from a stored body. Replaces the last day if it is now too soon. */
export function returnFormFromBody(body: Return, nowMs: number): ReturnFormData {
  const { orderNumber = '' } = (body.references ?? {}) as { orderNumber?: string };
  const expires = body.expirationDate === undefined ? '' : isoDay(new Date(body.expirationDate));
  return {
    sender: partyFormSchema.parse(body.sender),
    countryCode: body.origin?.countryCode ?? '',
    subdivisionCode: body.origin?.subdivisionCode ?? '',
    orderNumber,
    weight: String(body.parcels?.[0]?.weight?.amount ?? ''),
    expires: clampExpiry(expires, nowMs),
  };
}

/**
 * Converts the form to a request body.
 * @param phone phone number of the sender; null: it can't be parsed, and is sent as typed
 */
export function toReturn(form: ReturnFormData, phone: Phone | null): Return {
  const sender = toParty(form.sender);
  const countryCode = form.countryCode.trim().toUpperCase();
  const [subdivisionCode, orderNumber, weight] = [
    form.subdivisionCode.trim().toUpperCase(),
    form.orderNumber.trim(),
    // A text, unlike the weight of shipments (2 sources).
    form.weight.trim().replace(',', '.'),
  ];
  return {
    sender: phone === null ? sender : { ...sender, phone: phone.full },
    ...(countryCode !== '' && {
      origin: {
        countryCode,
        ...(needsSubdivision(countryCode) && subdivisionCode !== '' && { subdivisionCode }),
      },
    }),
    enableDropOffCode: true,
    ...(weight !== '' && { parcels: [{ weight: { amount: weight, unit: 'KG' } }] }),
    ...(orderNumber !== '' && { references: { orderNumber } }),
    ...(form.expires !== '' && { expirationDate: endOfDay(form.expires) }),
  };
}

/** Whether the platform requires the part of the country (2 sources). */
export const needsSubdivision = (countryCode: string) => countryCode.trim().toUpperCase() === 'GB';

/** Returns the last second of a local day as ISO 8601, or the text unchanged if it isn't a day. */
function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59`);
  return ISO_DAY.test(day) && !Number.isNaN(end.getTime()) ? end.toISOString() : day;
}

/**
 * Finds errors of the form before its body is sent.
 * @param phone phone number of the sender; null: it can't be parsed
 */
export function findReturnErrors(
  form: ReturnFormData,
  body: Return,
  phone: Phone | null,
  nowMs: number,
): FieldError[] {
  const { origin, expirationDate = '' } = body;
  return findFormErrors(returnSchema, body, {
    'sender.phone': phone === null && form.sender.phone.trim() !== '' && 'phone',
    'origin.countryCode': origin === undefined && 'required',
    'origin.subdivisionCode':
      origin?.subdivisionCode === undefined && needsSubdivision(origin?.countryCode ?? '') && 'required',
    expirationDate: Date.parse(expirationDate) < nowMs + MIN_DAYS * 86_400_000 && 'too_small',
  });
}
