/** What a column of an imported table can be. In the order of the table on the screen. */
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
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The texts of a row by field; what is left out or empty isn't there. */
export type RowTexts = Readonly<Partial<Record<ImportField, string>>>;

/** Where in the body a field is, for problems that are told by path. */
const PATHS: Readonly<Record<string, ImportField>> = {
  'recipient.firstName': 'firstName',
  'recipient.lastName': 'lastName',
  'recipient.companyName': 'companyName',
  'recipient.email': 'email',
  'recipient.phone': 'phone',
  'destination.pointId': 'pointId',
  'destination.street': 'street',
  'destination.houseNumber': 'houseNumber',
  'destination.flatNumber': 'flatNumber',
  'destination.postalCode': 'postalCode',
  'destination.city': 'city',
  'destination.countryCode': 'country',
  'parcels.0.dimensions.length': 'length',
  'parcels.0.dimensions.width': 'width',
  'parcels.0.dimensions.height': 'height',
  'parcels.0.weight.amount': 'weight',
};
/** Fields told by the beginning of their path. */
const BEGINNINGS: readonly (readonly [string, ImportField])[] = [
  ['references', 'reference'],
  ['parcels.0.dimensions', 'size'],
  ['parcels.0.weight', 'weight'],
  ['valueAddedServices', 'cover'],
];

/**
 * The field that a path of the body comes from.
 * @param texts of the row: a whole name is told apart from a split one
 * @returns null: it isn't in the table, as the sender
 */
export function fieldOfPath(path: string, texts: RowTexts): ImportField | null {
  const field = PATHS[path] ?? BEGINNINGS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? null;
  const isName = field === 'firstName' || field === 'lastName';
  if (isName && texts[field] === undefined && texts.fullName !== undefined) return 'fullName';
  const isMeasure = field === 'length' || field === 'width' || field === 'height';
  return isMeasure && texts[field] === undefined ? 'size' : field;
}
