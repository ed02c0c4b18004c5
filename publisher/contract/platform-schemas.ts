import * as z from 'zod/mini';
import { placeablePointSchema, pointsPageSchema } from '../../src/lib/contract/point.ts';

/** Values that are known; others may come at any time (docs/platform-api.md, chapter 9). */
const examples = z.registry<{ examples: string[] }>();
const oneOf = (...values: string[]) => z.string().register(examples, { examples: values });
const perhaps = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.nullable(schema));

/** A point as the platform's document shows it (docs/platform-api.md, chapter 2), and optional what networks of its kind were seen to have besides. */
const pointSchema = z.extend(placeablePointSchema, {
  type: oneOf('APM', 'PUDO'),
  country: z.string(),
  locationType: oneOf('INDOOR', 'OUTDOOR'),
  imageUrl: z.string(),
  displayName: perhaps(z.string()),
  address: perhaps(
    z.looseObject({
      country: perhaps(z.string()),
      administrativeArea: perhaps(z.string()),
      city: perhaps(z.string()),
      street: perhaps(z.string()),
      buildingNumber: perhaps(z.string()),
      postalCode: perhaps(z.string()),
    }),
  ),
  capabilities: perhaps(z.array(oneOf('PARCEL_COLLECT', 'PARCEL_SEND'))),
  description: perhaps(
    z.looseObject({ content: perhaps(z.string()), translations: perhaps(z.array(z.unknown())) }),
  ),
  description2: perhaps(z.unknown()),
  description3: perhaps(z.unknown()),
  location247: perhaps(z.boolean()),
  operatingHours: perhaps(z.looseObject({ customer: perhaps(z.unknown()) })),
});

/** The answer to a client with its own credentials (docs/platform-api.md, chapter 2, "Token response"). */
const tokenSchema = z.looseObject({
  access_token: z.string(),
  token_type: oneOf('Bearer'),
  expires_in: z.int(),
  scope: perhaps(z.string()),
});

/** What is known of the platform's answers, as JSON Schema: `known.json`, written by `publisher/contract/write-known.ts`. */
export function describeKnown() {
  const write = (schema: z.core.$ZodType) => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
      metadata: examples,
      unrepresentable: 'any',
      io: 'input',
    });
    return rest;
  };
  return { page: write(pointsPageSchema), point: write(pointSchema), token: write(tokenSchema) };
}
