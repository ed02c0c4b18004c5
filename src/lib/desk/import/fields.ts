/** Fields that a column of an imported table can have, in the order of the table on screen. */
export const IMPORT_FIELDS = [
  'reference',
  'fullName',
  'firstName',
  'lastName',
  'companyName',
  'email',
  'phone',
  'pointId',
  'street',
  'houseNumber',
  'flatNumber',
  'postalCode',
  'city',
  'country',
  'size',
  'length',
  'width',
  'height',
  'weight',
  'cover',
  'cash',
  'product',
  'quantity',
  'sku',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Fields of a person's name. */
export const PERSON_FIELDS: readonly ImportField[] = ['fullName', 'firstName', 'lastName'];
/** Fields of a door. */
export const ADDRESS_FIELDS: readonly ImportField[] = [
  'street',
  'houseNumber',
  'flatNumber',
  'postalCode',
  'city',
  'country',
];

/**
 * Further texts of a row. `stop`: the text that says that its order isn't to be sent. `billed`: its
 * address is the bill's. `cut`: one of its cells may be cut in two. `pieces`: the number of parcels
 * that it asks for.
 */
type RowHint = 'stop' | 'billed' | 'cut' | 'pieces';

/** The texts of a row by field. Missing fields are absent. */
export type RowTexts = Readonly<Partial<Record<ImportField | RowHint, string>>>;

/** The part of the body that contains a field under its own name, for errors that are reported by path. */
const PARTS: readonly (readonly [part: string, fields: readonly ImportField[]])[] = [
  ['recipient', ['firstName', 'lastName', 'companyName', 'email', 'phone']],
  ['destination', ['pointId', 'street', 'houseNumber', 'flatNumber', 'postalCode', 'city']],
  ['parcels.0.dimensions', ['length', 'width', 'height']],
];
const PATHS = new Map<string, ImportField>(
  PARTS.flatMap(([part, fields]) => fields.map((field) => [`${part}.${field}`, field] as const)),
);
/** Fields recognised by the start of their path. */
const PREFIXES: readonly (readonly [string, ImportField])[] = [
  ['destination.countryCode', 'country'],
  ['references', 'reference'],
  ['parcels.0.dimensions', 'size'],
  ['parcels.0.weight', 'weight'],
  ['valueAddedServices', 'cover'],
];

/**
 * Finds the import field that a path of the body comes from.
 * @param texts texts of the row, which show whether it has a full name or a split one
 * @returns null if the table has no such field, as for the sender
 */
export function findFieldByPath(path: string, texts: RowTexts): ImportField | null {
  const field = PATHS.get(path) ?? PREFIXES.find(([beginning]) => path.startsWith(beginning))?.[1] ?? null;
  const isName = field === 'firstName' || field === 'lastName';
  if (isName && texts[field] === undefined && texts.fullName !== undefined) return 'fullName';
  const isMeasure = field === 'length' || field === 'width' || field === 'height';
  return isMeasure && texts[field] === undefined ? 'size' : field;
}
