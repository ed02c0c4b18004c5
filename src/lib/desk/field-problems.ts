import type { FieldError } from '#platform/errors.ts';
import { m } from '../broker/messages.ts';

/** Error sentences for fields of a request body, by path: `recipient.phone`. */
export type FieldProblems = Readonly<Record<string, string>>;

/**
 * Sentences for the platform's known codes (docs/platform-api.md, chapter 13), then for those of the desk's
 * own checks. Some contain a detail: an example, a limit, a row or a day.
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

  destination: () => m.import_must_destination(),
  name: () => m.import_must_name(),
  country: () => m.import_must_country(),
  rounded: () => m.import_must_rounded(),
  date: () => m.import_must_date(),
  no_name: (text: string) => m.import_ask_name({ text }),
  size: () => m.import_must_size(),
  point_gone: (id: string) => (id === '' ? m.import_must_point() : m.import_must_point_meant({ id })),
  point_gone_address: (address: string) => m.import_ask_point_address({ address }),
  point_no_parcels: () => m.import_must_point_collect(),
  point_unknown: () => m.import_may_point(),
  no_street: (place: string) => m.import_may_street({ place }),
  no_street_meant: (street: string) => m.import_may_street_meant({ street }),
  no_house: () => m.import_ask_house(),
  two_numbers: (text: string) => m.import_must_one_number({ text }),
  billed: (address: string) => m.import_ask_billed({ address }),
  stop: (text: string) => m.import_ask_stop({ text }),
  unused_text: (text: string) => m.import_ask_rest({ text }),
  zeros: (text: string) => m.import_ask_zeros({ text }),
  grams: (text: string) => m.import_ask_grams({ text }),
  light: (text: string) => m.import_ask_light({ text }),
  cash: (text: string) => m.import_may_cash({ text }),
  heavy: (amount: string) => m.import_may_heavy({ amount }),
  large: () => m.import_may_large(),
  pieces_size: (amount: string) => m.import_may_pieces({ amount }),
  same_order: (row: string) => m.import_may_duplicate({ row }),
  already_sent: (day: string) => m.import_may_sent({ day }),
  waits: (day: string) => m.import_may_wait({ day }),
} as const;
export type FieldCode = keyof typeof SENTENCES;

/** Describes a code in a sentence. An unknown code of the platform is shown as it is. */
export const describeFieldCode = (code: string, detail = ''): string =>
  Object.hasOwn(SENTENCES, code) ? SENTENCES[code as FieldCode](detail) : m.field_other({ code });

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
