import * as z from 'zod/mini';
import { nearestPointsSchema, understoodPlaceSchema } from '../../src/lib/contract/nearest-points.ts';
import { openingDaySchema, pointSummarySchema } from '../../src/lib/contract/point-summary.ts';
import { placeablePointSchema, pointItemSchema } from '../../src/lib/contract/point.ts';
import { refusalSchema } from '../../src/lib/contract/function-answers.ts';
import { nearbyPointsSchema, pointValiditySchema } from '../../src/lib/contract/validity.ts';

type JsonSchema = Record<string, unknown>;

export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const NAMED: readonly (readonly [schema: z.core.$ZodType, id: string, description: string])[] = [
  [
    placeablePointSchema,
    'Point',
    'The platform’s own item, untouched: further fields are its business, and may come, go or be null.',
  ],
  [
    pointSummarySchema,
    'PointSummary',
    'A point as a shop writes it into an e-mail or an invoice. What isn’t known is null: never empty, never "unknown".',
  ],
  [
    openingDaySchema,
    'OpeningDay',
    'When a point is open that day: HH:MM by its own clock, 24:00 ends the day; what closes before it opens runs over midnight. Empty: closed. null: not known.',
  ],
  [pointValiditySchema, 'PointValidity', 'Whether a point can still be had.'],
  [nearestPointsSchema, 'NearestPoints', 'The points nearest to a place, and how the place was understood.'],
  [
    understoodPlaceSchema,
    'UnderstoodPlace',
    'How the place was understood. unknown: the street or postcode that isn’t known and was left out.',
  ],
  [refusalSchema, 'Refusal', 'error is for programs, message for people: what was wrong and what to do.'],
];

/** What the function's readers check by code, as JSON Schema says it. */
const CHECKED_BY_CODE = new Map<unknown, JsonSchema>([
  [pointItemSchema, refTo('Point')],
  [nearbyPointsSchema, { type: 'array', items: refTo('NearbyPoint') }],
]);

/** The schemas of all answers, as components of an OpenAPI description, made of those that the answers are read by. */
export function makeAnswerSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string; description: string }>();
  for (const [schema, id, description] of NAMED) registry.add(schema, { id, description });
  const { schemas } = z.toJSONSchema(registry, {
    unrepresentable: 'any',
    uri: (id) => refTo(id).$ref,
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema);
      Object.assign(jsonSchema, CHECKED_BY_CODE.get(zodSchema));
    },
  });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  const nearby = {
    description: 'A point, with what Droppoint puts beside the platform’s fields.',
    allOf: [
      refTo('Point'),
      {
        type: 'object',
        properties: { distanceMetres: { type: 'integer', minimum: 0 }, summary: refTo('PointSummary') },
        required: ['distanceMetres', 'summary'],
      },
    ],
  };
  return { ...(schemas as Record<string, JsonSchema>), NearbyPoint: nearby };
}

/** Fields may be added to any answer; a reader's own default is no promise; and not every language has JavaScript's patterns. */
function tidy(schema: JsonSchema): void {
  delete schema['additionalProperties'];
  delete schema['default'];
  if (schema['pattern'] !== '[^]') return;
  delete schema['pattern'];
  schema['minLength'] = 1;
}
