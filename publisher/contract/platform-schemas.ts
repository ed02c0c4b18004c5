import * as z from 'zod/mini';
import { placeablePointSchema, pointsPageSchema } from '#platform/point.ts';
import type { Known } from './observation.ts';

/** Known values; the platform may add others at any time (docs/platform-api.md, chapter 9). */
const examples = z.registry<{ examples: string[] }>();
const oneOf = (...values: string[]) => z.string().register(examples, { examples: values });

/** A point as documented (docs/platform-api.md, chapter 2). Optional fields, which may be null, come from similar networks. */
const pointSchema = z.extend(placeablePointSchema, {
  type: oneOf('APM', 'PUDO'),
  country: z.string(),
  locationType: oneOf('INDOOR', 'OUTDOOR'),
  imageUrl: z.string(),
  displayName: z.optional(z.string()),
  address: z.optional(
    z.looseObject({
      country: z.optional(z.string()),
      administrativeArea: z.optional(z.string()),
      city: z.optional(z.string()),
      street: z.optional(z.string()),
      buildingNumber: z.optional(z.string()),
      postalCode: z.optional(z.string()),
    }),
  ),
  capabilities: z.optional(z.array(oneOf('PARCEL_COLLECT', 'PARCEL_SEND'))),
  description: z.optional(
    z.looseObject({ content: z.optional(z.string()), translations: z.optional(z.array(z.unknown())) }),
  ),
  description2: z.optional(z.unknown()),
  description3: z.optional(z.unknown()),
  location247: z.optional(z.boolean()),
  operatingHours: z.optional(z.looseObject({ customer: z.optional(z.unknown()) })),
});

/** Token response of the client credentials grant (docs/platform-api.md, chapter 2, "Token response"). */
const tokenSchema = z.looseObject({
  access_token: z.string(),
  token_type: oneOf('Bearer'),
  expires_in: z.int(),
  scope: z.optional(z.string()),
});

const describe = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { metadata: examples, unrepresentable: 'any', io: 'input' }) as Known;

/** The known contract as JSON Schema. */
export const describeKnown = () => ({
  page: describe(pointsPageSchema),
  point: describe(pointSchema),
  token: describe(tokenSchema),
});
