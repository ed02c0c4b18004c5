import { printable } from '../format.ts';

/** What is known of a value: the part of JSON Schema that is read here. */
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

/** Up to this share of values may lack a field or have another type without it being reported: feeds contain bad items. */
const TOLERATED_SHARE = 0.1;
/** The most new fields, or new values of a field, that are recorded. */
const MAX_NEW = 50;
const MAX_LETTERS = 60;

/** What is known of a field, and what was observed of it so far. */
interface Field {
  type: string | undefined;
  required: boolean;
  examples: ReadonlySet<string> | null;
  properties: Map<string, Field> | null;
  items: Field | null;
  asked: number;
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
    ([name, each]) => [name, makeField(each, promised.includes(name))] as const,
  );
  return {
    type,
    required,
    examples: examples === undefined ? null : new Set(examples),
    properties: properties === undefined ? null : new Map(fields),
    items: items === undefined ? null : makeField(items, false),
    asked: 0,
    present: 0,
    other: new Map(),
    newValues: new Set(),
    newFields: new Map(),
  };
}

/** Compares a value with what is known of its field, and records what differs. */
export function observe(field: Field, value: unknown): void {
  field.asked++;
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

/** Differences between the observed values and what is known; none if nothing was observed. @param path prefix of their paths */
export function describe(field: Field, path: string): Difference[] {
  const { asked, present, required, type: wanted, other } = field;
  if (asked === 0) return [];
  const missing = asked - present;
  const differences: Difference[] = [];
  const add = (kind: Difference['kind'], message: string, where = path) =>
    differences.push({ kind, path: where, message });
  if (required && missing > asked * TOLERATED_SHARE) {
    add('breaking', `missing in ${missing} of ${asked}`);
  } else if (!required && present === 0) {
    add('absent', `not sent in any of ${asked}`);
  }
  const wrong = [...other.values()].reduce((sum, count) => sum + count, 0);
  if (wrong > present * TOLERATED_SHARE)
    add('breaking', `${[...other.keys()].join(', ')} instead of ${wanted} in ${wrong} of ${present}`);
  for (const value of field.newValues) add('additive', `new value "${printable(value)}"`);
  for (const [name, type] of field.newFields)
    add('additive', `new field, ${type}`, `${path}.${printable(name)}`);
  for (const [name, inner] of field.properties ?? []) differences.push(...describe(inner, `${path}.${name}`));
  if (field.items !== null) differences.push(...describe(field.items, `${path}[]`));
  return differences;
}

/** A copy: a slice would keep the whole text in memory. */
function shorten(text: string): string {
  return text.length <= MAX_LETTERS ? text : [...text.slice(0, MAX_LETTERS)].join('');
}
