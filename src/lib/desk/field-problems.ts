import type { FieldError } from '#platform/errors.ts';
import { m } from '../broker/messages.ts';
import type * as z from 'zod/mini';
import { findFieldErrors } from '#platform/check-body.ts';

/** Error sentences for fields of a request body, by path: `recipient.phone`. */
export type FieldProblems = Readonly<Record<string, string>>;

/**
 * Sentences for the platform's known codes (docs/platform-api.md, chapter 13), then for those of the desk's
 * own forms. Some contain a detail: an example.
 */
const SENTENCES = {
  required: () => m.field_required(),
  invalid: () => m.field_invalid(),
  unknown: () => m.field_unknown(),
  too_big: () => m.field_too_big(),
  too_small: () => m.field_too_small(),
  not_found: () => m.field_not_found(),

  phone: () => m.phone_invalid(),
  number: () => m.import_must_number(),
  postcode: (example: string) => m.import_must_postcode({ example }),
  point: () => m.send_point_missing(),
  no_pickups: () => m.pickups_no_country(),
  same_pickup: () => m.pickups_same(),
  too_soon: () => m.pickups_past(),
  pieces: () => m.send_pieces_wrong(),
  no_organization: () => m.organization_missing(),
  wrong_organization: () => m.organization_invalid(),
} as const;
export type FieldProblemCode = keyof typeof SENTENCES;

/** Describes a code in a sentence. An unknown code of the platform is shown as it is. */
export const describeFieldCode = (code: string, detail = ''): string =>
  Object.hasOwn(SENTENCES, code) ? SENTENCES[code as FieldProblemCode](detail) : m.field_other({ code });

/** @param detail value for the sentences of codes that have one */
export const describeFieldErrors = (fields: readonly FieldError[], detail = ''): FieldProblems =>
  Object.fromEntries(
    fields.map(({ path, codes }) => [path, codes.map((code) => describeFieldCode(code, detail)).join(' ')]),
  );

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

/**
 * Finds errors of a form before its body is sent.
 * @param own the form's own errors by path, which replace those of the schema at or below their path;
 *   false: this check found none
 */
export function findFormErrors(
  schema: z.ZodMiniType,
  body: unknown,
  own: Readonly<Record<string, FieldProblemCode | false>>,
): FieldError[] {
  const ownErrors = Object.entries(own).flatMap(([path, code]) =>
    code === false ? [] : [{ path, codes: [code] }],
  );
  const isReplaced = ({ path }: FieldError) =>
    ownErrors.some((error) => path === error.path || path.startsWith(`${error.path}.`));
  return [...findFieldErrors(schema, body).filter((error) => !isReplaced(error)), ...ownErrors];
}
