import * as z from 'zod/mini';

// Fields of request bodies. The lengths guard against accidents; the platform's own limits aren't known.
const SHORT = 100;

/** A non-empty text. */
export const text = (maxLength = SHORT) => z.string().check(z.minLength(1), z.maxLength(maxLength));

/** A text whose known values editors suggest; any other value is accepted too. */
export const openText = <Known extends string>(maxLength = SHORT) =>
  text(maxLength) as unknown as z.ZodMiniType<Known | (string & {}), Known | (string & {})>;

const ISO_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** ISO 8601 with an offset. zod's own check would add the rules of all its formats to the bundle. */
export const isoTime = z.string().check(z.regex(ISO_TIME));

/** ISO 3166-1 alpha-2. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/));

/** A postal address in a request: flat, as 4 of 5 sources have it (docs/platform-api.md, chapter 10). */
export const addressSchema = z.looseObject({
  countryCode,
  street: text(),
  houseNumber: z.optional(text(20)),
  flatNumber: z.optional(text(20)),
  city: text(),
  postalCode: text(20),
});

export const email = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/), z.maxLength(254));
/** One text with the country prefix: 3 of 4 sources. */
const phone = z.string().check(z.regex(/^\+?\d[\d ()-]{4,24}$/));

/**
 * The sender or recipient of a parcel. Both names are required, even for a company: 3 sources, one tried
 * it.
 */
export const partySchema = z.looseObject({
  companyName: z.optional(text()),
  firstName: text(),
  lastName: text(),
  email,
  phone,
  /** BCP 47: the language in which the platform writes to them. */
  languageCode: z.optional(text(20)),
});

/** A number, as 3 sources have it; the client sends it as text if `amounts` says so. */
const positive = z.number().check(z.positive());
/** "2.50" */
const positiveText = z.string().check(z.regex(/^(?!0*(\.0*)?$)\d{1,9}(\.\d{1,9})?$/));

export const dimensionsSchema = z.looseObject({
  length: positive,
  width: positive,
  height: positive,
  unit: z.enum(['MM', 'CM', 'M']),
});

export const amountSchema = z.looseObject({
  amount: positive,
  /** `KG` and `G` of weights, `DAG` in one source; `L` of volumes. */
  unit: openText<'KG' | 'G' | 'DAG' | 'L'>(4),
});

/** The weight of a return: 2 sources have a text, unlike in shipments. */
export const amountOrTextSchema = z.looseObject({
  amount: z.union([positive, positiveText]),
  /** The only unit in any source. */
  unit: openText<'KG'>(4),
});

/** The caller's own references by name: 4 sources; a plain text in one. */
export const referencesSchema = z.looseObject({ custom: z.optional(z.record(z.string(), z.string())) });

export type Address = z.infer<typeof addressSchema>;
