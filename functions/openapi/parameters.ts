import { byDimension } from '../../src/lib/contract/filter-dimensions.ts';
import {
  MAX_ADDRESS,
  MAX_CITY,
  MAX_FILTER,
  MAX_NEAREST,
  NEAREST_USUALLY,
  MAX_POSTAL_CODE,
} from '../points/read-nearest-question.ts';
import { MAX_ENTRIES } from '../points/read-query.ts';
import { MAX_ID_LENGTH } from '../points/answer-point.ts';

type JsonSchema = Record<string, unknown>;

const text = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });
const degrees = (most: number): JsonSchema => ({ type: 'number', minimum: -most, maximum: most });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items, maxItems: MAX_ENTRIES });

type QueryEntry = readonly [schema: JsonSchema, description: string];

/** What each parameter of a query is, whichever route takes it. */
const QUERY: Readonly<Record<string, QueryEntry>> = {
  ...byDimension('field', ({ field }): QueryEntry => [
    list({ type: 'string' }),
    `Values of ${field} of the points that would do, as the platform names them.`,
  ]),
  country: [
    list({ type: 'string' }),
    'Countries of the points that would do: codes (ISO 3166-1 alpha-2) or English names.',
  ],
  excludeIds: [list({ type: 'string' }), 'Points that would not do.'],
  latitude: [degrees(90), 'Degrees; together with longitude only.'],
  longitude: [degrees(180), 'Degrees; together with latitude only.'],
  address: [text(MAX_ADDRESS), 'Street and number; alone it may hold postcode, town and country too.'],
  postalCode: [text(MAX_POSTAL_CODE), 'A postcode.'],
  city: [text(MAX_CITY), 'A town.'],
  filter: [text(MAX_FILTER), 'JSON of the shop’s rules, as the picker’s property filter takes them.'],
  limit: [
    { type: 'integer', minimum: 1, maximum: MAX_NEAREST, default: NEAREST_USUALLY },
    'How many points.',
  ],
};

/** Lists are separated by commas. @throws RangeError for a name that isn't described */
export function describeQuery(names: readonly string[]): object[] {
  return names.map((name) => {
    const entry = QUERY[name];
    if (entry === undefined) throw new RangeError(`The parameter ${name} isn't described.`);
    const [schema, description] = entry;
    const asList = schema['type'] === 'array' ? { style: 'form', explode: false } : {};
    return { name, in: 'query', description, ...asList, schema };
  });
}

export const ID_PARAMETER = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The point’s id, as it came with the form.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH },
};
