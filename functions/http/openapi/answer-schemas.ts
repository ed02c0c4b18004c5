import * as z from 'zod/mini';
import { nearestPointsSchema, understoodPlaceSchema } from '#contract/nearest-points.ts';
import { openingDaySchema, pointSummarySchema } from '#contract/point-summary-schema.ts';
import { placeablePointSchema, pointItemSchema } from '#platform/point.ts';
import { refusalSchema } from '#contract/function-answers.ts';
import { nearbyPointSchema, nearbyPointsSchema } from '#contract/nearby-point.ts';
import { checkedPointSchema, checkedPointsSchema, pointValiditySchema } from '#contract/validity.ts';
import { pointOrderSchema } from '#contract/point-order.ts';
import { byDimension } from '#contract/filter-dimensions.ts';
import {
  MAX_ADDRESS,
  MAX_CITY,
  MAX_NEAREST,
  DEFAULT_NEAREST,
  MAX_POSTAL_CODE,
} from '../../points/answer-nearest.ts';
import { MAX_BATCH } from '../../points/answer-batch.ts';
import { MAX_PARCELS, PARCEL_NUMBER } from '#contract/parcel-number.ts';
import { publicParcelSchema, publicParcelsSchema } from '#contract/public-parcel.ts';
import { MAX_ENTRIES } from '#contract/query-limits.ts';
import { MAX_LANGUAGE } from '../../points/shopper-texts.ts';
import { MAX_FILTER } from '../../points/shop-conditions.ts';
import { MAX_ID_LENGTH } from '../../points/read-query.ts';

type JsonSchema = Record<string, unknown>;

export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const NAMED: readonly (readonly [schema: z.core.$ZodType, id: string, description: string])[] = [
  [
    placeablePointSchema,
    'Point',
    'The platform’s own item, unchanged. Its other fields may be added or removed, and may be null.',
  ],
  [
    pointSummarySchema,
    'PointSummary',
    'A point normalised for an e-mail or an invoice. An unknown value is null, never empty or "unknown".',
  ],
  [
    openingDaySchema,
    'OpeningDay',
    'Opening hours on that day, as HH:MM in local time; 24:00 is the end of the day. An interval that closes before it opens runs past midnight. Empty: closed. null: unknown.',
  ],
  [pointValiditySchema, 'PointValidity', 'Whether a point is still available.'],
  [checkedPointSchema, 'CheckedPoint', 'Whether a point is still available, without alternatives.'],
  [checkedPointsSchema, 'CheckedPoints', 'One answer for each id, in the same order.'],
  [
    nearbyPointSchema,
    'NearbyPoint',
    'A point with its distance in metres, and its label from the rules of filter; null: no label. texts: texts for shoppers, if the request has the parameter language.',
  ],
  [nearestPointsSchema, 'NearestPoints', 'The points nearest to a place, and how the place was understood.'],
  [
    understoodPlaceSchema,
    'UnderstoodPlace',
    'How the place was understood. unknown: the house number, street or postcode that wasn’t found and was ignored. precision: the precision of the position from which distances are measured.',
  ],
  [
    pointOrderSchema,
    'PointOrder',
    'An order whose point a shop’s link lets its customer choose. point: the present one, or the one just chosen. result: the signed choice, for the shop’s server.',
  ],
  [
    publicParcelSchema,
    'Parcel',
    'Where a parcel is. group: the state that an event puts the parcel into; null: the event is only a note. destination: where the parcel can be collected, with its point in the published network. texts: for a shop’s mails and text messages, if the request has the parameter language.',
  ],
  [publicParcelsSchema, 'Parcels', 'One answer for each number, in the same order.'],
  [
    refusalSchema,
    'Refusal',
    'error is for programs. message is for people: it names the mistake and the remedy.',
  ],
];

/** JSON Schema of schemas that validate by code. */
const CHECKED_BY_CODE = new Map<unknown, JsonSchema>([
  [pointItemSchema, refTo('Point')],
  [nearbyPointsSchema, { type: 'array', items: refTo('NearbyPoint') }],
]);

/** Component schemas of all responses for an OpenAPI description, generated from the schemas that parse these responses. */
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
  return schemas;
}

/**
 * Allows additional fields and values, which may be added at any time, and removes defaults, which apply only in the reader, and
 * patterns specific to JavaScript.
 */
function tidy(schema: JsonSchema): void {
  delete schema['additionalProperties'];
  delete schema['default'];
  if (Array.isArray(schema['enum'])) {
    schema['description'] = `${schema['enum'].join(', ')}, or a value added later.`;
    delete schema['enum'];
  }
  if (schema['pattern'] !== '[^]') return;
  delete schema['pattern'];
  schema['minLength'] = 1;
}

const text = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });
const degrees = (most: number): JsonSchema => ({ type: 'number', minimum: -most, maximum: most });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items, maxItems: MAX_ENTRIES });

type QueryEntry = readonly [schema: JsonSchema, description: string];

/** Query parameters of all routes. */
const QUERY: Readonly<Record<string, QueryEntry>> = {
  ...byDimension('field', ({ field }): QueryEntry => [
    list({ type: 'string' }),
    `Values of ${field} of matching points, as the platform names them.`,
  ]),
  country: [
    list({ type: 'string' }),
    'Countries of matching points: codes (ISO 3166-1 alpha-2) or English names.',
  ],
  excludeIds: [list({ type: 'string' }), 'Points that are excluded.'],
  latitude: [degrees(90), 'In degrees; requires longitude.'],
  longitude: [degrees(180), 'In degrees; requires latitude.'],
  address: [
    text(MAX_ADDRESS),
    'Street and house number. Without the other parts, it may also contain postcode, city and country.',
  ],
  postalCode: [text(MAX_POSTAL_CODE), 'A postcode.'],
  city: [text(MAX_CITY), 'A city.'],
  filter: [
    text(MAX_FILTER),
    'The shop’s rules, in the format of the picker’s property filter; in a query as JSON.',
  ],
  language: [
    text(MAX_LANGUAGE),
    'BCP 47 tag. Adds texts for shoppers in this language, or in English if there is no translation.',
  ],
  numbers: [
    { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MAX_PARCELS },
    'Tracking numbers.',
  ],
  limit: [
    { type: 'integer', minimum: 1, maximum: MAX_NEAREST, default: DEFAULT_NEAREST },
    'How many points.',
  ],
};

/** Describes query parameters; lists are comma-separated. @param required whether all are @throws RangeError for a name that isn't in `QUERY` */
export function describeQuery(names: readonly string[], required = false): object[] {
  return names.map((name) => {
    const entry = QUERY[name];
    if (entry === undefined) throw new RangeError(`The parameter ${name} isn't described.`);
    const [schema, description] = entry;
    const asList = schema['type'] === 'array' ? { style: 'form', explode: false } : {};
    return { name, in: 'query', ...(required && { required }), description, ...asList, schema };
  });
}

/** The body of a batch: ids, and terms as in a query; lists may be arrays. */
export function describeBatch(conditions: readonly string[]): JsonSchema {
  const described = conditions.map((name) => {
    const [schema, description] = QUERY[name]!;
    const type = name === 'filter' ? { type: 'object' } : schema;
    return [name, { ...type, description }] as const;
  });
  const id = { type: 'string' };
  const ids = { type: 'array', items: id, minItems: 1, maxItems: MAX_BATCH, description: 'IDs of points.' };
  return { type: 'object', properties: { ids, ...Object.fromEntries(described) }, required: ['ids'] };
}

/** The body of a choice by a shop's link. */
export const CHOICE_BODY: JsonSchema = {
  type: 'object',
  properties: {
    link: { type: 'string', description: 'The part of the shop’s link after #order=.' },
    point: { ...text(MAX_ID_LENGTH), description: 'ID of the chosen point. Without it, nothing is chosen.' },
    language: { ...text(MAX_LANGUAGE), description: 'BCP 47 tag of the texts. Default: the link’s.' },
  },
  required: ['link'],
};

export const ID_PARAMETER = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The point’s ID, as sent with the form.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH },
};

export const NUMBER_PARAMETER = {
  name: 'number',
  in: 'path',
  required: true,
  description: 'The tracking number, without spaces.',
  schema: { type: 'string', pattern: PARCEL_NUMBER.source },
};
