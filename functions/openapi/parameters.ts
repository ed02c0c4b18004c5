import {
  ADDRESS_AT_MOST,
  CITY_AT_MOST,
  FILTER_AT_MOST,
  NEAREST_AT_MOST,
  NEAREST_USUALLY,
  POSTAL_CODE_AT_MOST,
} from '../points/read-nearest-question.ts';
import { ENTRIES_AT_MOST } from '../points/read-query.ts';
import { ID_LENGTH_AT_MOST } from '../points/read-question.ts';

type JsonSchema = Record<string, unknown>;

const text = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });
const degrees = (most: number): JsonSchema => ({ type: 'number', minimum: -most, maximum: most });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items, maxItems: ENTRIES_AT_MOST });

/** What each parameter of a query is, whichever route takes it. */
const QUERY: Readonly<Record<string, readonly [schema: JsonSchema, description: string]>> = {
  country: [
    list({ type: 'string', pattern: '^[A-Za-z]{2}$' }),
    'Countries of the points that would do (ISO 3166-1 alpha-2).',
  ],
  type: [list({ type: 'string' }), 'Types of the points that would do, as the platform names them.'],
  locationType: [list({ type: 'string' }), 'Location types of the points that would do.'],
  excludeIds: [list({ type: 'string' }), 'Points that would not do.'],
  latitude: [degrees(90), 'Degrees; together with longitude only.'],
  longitude: [degrees(180), 'Degrees; together with latitude only.'],
  address: [text(ADDRESS_AT_MOST), 'Street and number; alone it may hold postcode, town and country too.'],
  postalCode: [text(POSTAL_CODE_AT_MOST), 'A postcode.'],
  city: [text(CITY_AT_MOST), 'A town.'],
  filter: [text(FILTER_AT_MOST), 'JSON of the shop’s rules, as the picker’s property filter takes them.'],
  limit: [
    { type: 'integer', minimum: 1, maximum: NEAREST_AT_MOST, default: NEAREST_USUALLY },
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
  schema: { type: 'string', minLength: 1, maxLength: ID_LENGTH_AT_MOST },
};
