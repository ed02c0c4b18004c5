import { printable } from '../format.ts';

/** The known shape of a value: the subset of JSON Schema that we read here. */
export interface Known {
  type?: string;
  properties?: Readonly<Record<string, Known>>;
  required?: readonly string[];
  items?: Known;
  /** Known values; others are allowed. */
  examples?: readonly string[];
}

/** One difference between the platform's answers and the known contract. */
export interface Difference {
  /** By docs/platform-api.md, chapter 9, a `breaking` change needs a new version of the API; the others may come at any time. */
  kind: 'breaking' | 'additive' | 'absent';
  path: string;
  message: string;
}

/** Don't report a field that up to this share of values lack or have in another type: feeds contain bad items. */
const TOLERATED_SHARE = 0.1;
/** How many new fields, or new values of a field, are recorded at most. */
const MAX_NEW = 50;
const MAX_LETTERS = 60;

/** A field's known shape, and what was observed of it so far. */
interface Field {
  type: string | undefined;
  required: boolean;
  examples: ReadonlySet<string> | null;
  properties: Map<string, Field> | null;
  items: Field | null;
  seen: number;
  present: number;
  /** Counts of values of an unexpected type, by type. */
  other: Map<string, number>;
  newValues: Set<string>;
  newFields: Map<string, string>;
}

/** Makes a field with no observations yet. */
export function makeField(known: Known, required: boolean): Field {
  const { type, properties, required: promised = [], items, examples } = known;
  const fields = Object.entries(properties ?? {}).map(
    ([name, known]) => [name, makeField(known, promised.includes(name))] as const,
  );
  return {
    type,
    required,
    examples: examples === undefined ? null : new Set(examples),
    properties: properties === undefined ? null : new Map(fields),
    items: items === undefined ? null : makeField(items, false),
    seen: 0,
    present: 0,
    other: new Map(),
    newValues: new Set(),
    newFields: new Map(),
  };
}

/** Compares a value with the known shape of its field, and records the differences. */
export function observe(field: Field, value: unknown): void {
  field.seen++;
  if (value === undefined || value === null) return;
  field.present++;
  const type = typeOf(value);
  const isWhole = type === 'integer' && field.type === 'number';
  if (field.type !== undefined && field.type !== type && !isWhole) {
    field.other.set(type, (field.other.get(type) ?? 0) + 1);
  } else if (type === 'object' && field.properties !== null) {
    for (const [name, inner] of field.properties) observe(inner, (value as Record<string, unknown>)[name]);
    for (const name in value) {
      if (
        !field.properties.has(name) &&
        field.newFields.size < MAX_NEW &&
        !field.newFields.has(shorten(name))
      )
        field.newFields.set(shorten(name), typeOf((value as Record<string, unknown>)[name]));
    }
  } else if (type === 'array' && field.items !== null) {
    for (const item of value as unknown[]) observe(field.items, item);
  } else if (
    field.examples?.has(value as string) === false &&
    value !== '' &&
    field.newValues.size < MAX_NEW
  ) {
    field.newValues.add(shorten(value as string));
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Lists how the observed values differ from the known shape; none if nothing was observed. @param path prefix of their paths */
export function describe(field: Field, path: string): Difference[] {
  const { seen, present, required, type: expected, other } = field;
  if (seen === 0) return [];
  const missing = seen - present;
  const differences: Difference[] = [];
  const add = (kind: Difference['kind'], message: string, where = path) =>
    differences.push({ kind, path: where, message });
  if (required && missing > seen * TOLERATED_SHARE) {
    add('breaking', `missing in ${missing} of ${seen}`);
  } else if (!required && present === 0) {
    add('absent', `not sent in any of ${seen}`);
  }
  const wrong = [...other.values()].reduce((sum, count) => sum + count, 0);
  if (wrong > present * TOLERATED_SHARE)
    add('breaking', `${[...other.keys()].join(', ')} instead of ${expected} in ${wrong} of ${present}`);
  for (const value of field.newValues) add('additive', `new value "${printable(value)}"`);
  for (const [name, type] of field.newFields)
    add('additive', `new field, ${type}`, `${path}.${printable(name)}`);
  for (const [name, inner] of field.properties ?? []) differences.push(...describe(inner, `${path}.${name}`));
  if (field.items !== null) differences.push(...describe(field.items, `${path}[]`));
  return differences;
}

/** Cuts a text off. Returns a copy, because a slice would keep the whole text in memory. */
function shorten(text: string): string {
  return text.length <= MAX_LETTERS ? text : [...text.slice(0, MAX_LETTERS)].join('');
}
