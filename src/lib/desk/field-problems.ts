import type { FieldError } from '#platform/errors.ts';
import { m } from '../broker/messages.ts';

/** Error sentences for fields of a request body, by path: `recipient.phone`. */
export type FieldProblems = Readonly<Record<string, string>>;

/** The platform's known codes (docs/platform-api.md, chapter 13). */
const SENTENCES: Readonly<Record<string, () => string>> = {
  required: () => m.field_required(),
  invalid: () => m.field_invalid(),
  unknown: () => m.field_unknown(),
  too_big: () => m.field_too_big(),
  too_small: () => m.field_too_small(),
  not_found: () => m.field_not_found(),
};

/** Describes a code of the platform. An unknown code is shown as it is. */
export const describeFieldCode = (code: string) =>
  Object.hasOwn(SENTENCES, code) ? SENTENCES[code]!() : m.field_other({ code });

/** @param describe describes a code; pass one if there are codes besides the platform's */
export const describeFieldErrors = (
  fields: readonly FieldError[],
  describe = describeFieldCode,
): FieldProblems =>
  Object.fromEntries(fields.map(({ path, codes }) => [path, codes.map(describe).join(' ')]));

/** Labels of the fields of parties, addresses and parcels, by the last part of their path. */
export const FIELD_LABELS = {
  firstName: () => m.field_first_name(),
  lastName: () => m.field_last_name(),
  companyName: () => m.field_company(),
  email: () => m.field_email(),
  phone: () => m.field_phone(),
  countryCode: () => m.field_country(),
  street: () => m.field_street(),
  houseNumber: () => m.field_house_number(),
  flatNumber: () => m.field_flat_number(),
  city: () => m.field_city(),
  postalCode: () => m.field_postal_code(),
  pointId: () => m.field_point(),
  length: () => m.field_length(),
  width: () => m.field_width(),
  height: () => m.field_height(),
  weight: () => m.field_weight(),
  amount: () => m.field_weight(),
} as const;

/** Display name of a field: its label, or its path if it has none. */
export function nameField(path: string): string {
  const end = path.split('.').at(-1)!;
  return Object.hasOwn(FIELD_LABELS, end) ? FIELD_LABELS[end as keyof typeof FIELD_LABELS]() : path;
}
