import * as z from 'zod/mini';
import { placeablePointSchema, pointsPageSchema } from '#platform/point.ts';

/** Known values; the platform may add others at any time (docs/platform-api.md, chapter 9). */
const examples = z.registry<{ examples: string[] }>();
const oneOf = (...values: string[]) => z.string().register(examples, { examples: values });
const perhaps = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.nullable(schema));

/** A point as documented (docs/platform-api.md, chapter 2); optional fields are those seen in other networks of this kind. */
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

/** Token response of the client credentials grant (docs/platform-api.md, chapter 2, "Token response"). */
const tokenSchema = z.looseObject({
  access_token: z.string(),
  token_type: oneOf('Bearer'),
  expires_in: z.int(),
  scope: perhaps(z.string()),
});

/** The known contract as JSON Schema: the content of `known.json`, which `publisher/contract/write-known.ts` writes. */
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
