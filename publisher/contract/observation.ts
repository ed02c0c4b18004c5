import { printable } from '../format.ts';

/** As much of JSON Schema as `known.json` has. */
export interface Known {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Known>>;
  required?: readonly string[];
  items?: Known;
  anyOf?: readonly Known[];
  /** Values that are known; others may come. */
  examples?: readonly string[];
}

/** One difference between what the platform answers and what is known. */
export interface Difference {
  /** By the platform's own rules (docs/platform-api.md, chapter 9): `breaking` may come with a new version only, the rest at any time. */
  kind: 'breaking' | 'additive' | 'absent';
  path: string;
  message: string;
}

/** So many of a hundred may lack a field or have it otherwise before it counts: feeds have dirt. */
const TOLERATED_SHARE = 0.1;
/** An answer with more new fields or values than this isn't described by naming them. */
const MAX_NEW = 50;
const MAX_LETTERS = 60;

/** A field, and what was seen of it so far. */
interface Field {
  types: ReadonlySet<string>;
  required: boolean;
  examples: ReadonlySet<string> | null;
  properties: Map<string, Field> | null;
  items: Field | null;
  asked: number;
  present: number;
  /** Of another type. */
  other: Map<string, number>;
  newValues: Set<string>;
  newFields: Map<string, string>;
}

/** What is known of a field, with nothing seen of it yet. */
export function makeField(known: Known, required: boolean): Field {
  const shape = known.anyOf?.find(({ type }) => type !== 'null') ?? known;
  const { type, properties, required: promised = [], items, examples } = shape;
  const fields = Object.entries(properties ?? {}).map(
    ([name, each]) => [name, makeField(each, promised.includes(name))] as const,
  );
  return {
    types: new Set(type === undefined ? [] : typeof type === 'string' ? [type] : type),
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

/** Holds a value against what is known of it. */
export function observe(field: Field, value: unknown): void {
  field.asked++;
  if (value === undefined || value === null) return;
  field.present++;
  const type = typeOf(value);
  const fits =
    field.types.size === 0 || field.types.has(type) || (type === 'integer' && field.types.has('number'));
  if (!fits) {
    field.other.set(type, (field.other.get(type) ?? 0) + 1);
  } else if (type === 'object' && field.properties !== null) {
    for (const [name, inner] of field.properties) observe(inner, (value as Record<string, unknown>)[name]);
    for (const name in value) {
      if (!field.properties.has(name) && field.newFields.size < MAX_NEW && !field.newFields.has(name))
        field.newFields.set(name, typeOf((value as Record<string, unknown>)[name]));
    }
  } else if (type === 'array' && field.items !== null) {
    for (const item of value as unknown[]) observe(field.items, item);
  } else if (
    field.examples?.has(value as string) === false &&
    value !== '' &&
    field.newValues.size < MAX_NEW
  ) {
    field.newValues.add(value as string);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** How all that was seen differs from what is known; nothing where nothing was. @param path stands in front of each finding */
export function describe(field: Field, path: string): Difference[] {
  const { asked, present, required, types, other } = field;
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
  if (wrong > present * TOLERATED_SHARE) {
    const wanted = [...types].filter((type) => type !== 'null').join(' or ');
    add('breaking', `${[...other.keys()].join(', ')} instead of ${wanted} in ${wrong} of ${present}`);
  }
  for (const value of field.newValues) add('additive', `new value "${shorten(value)}"`);
  for (const [name, type] of field.newFields)
    add('additive', `new field, ${type}`, `${path}.${shorten(name)}`);
  for (const [name, inner] of field.properties ?? []) differences.push(...describe(inner, `${path}.${name}`));
  if (field.items !== null) differences.push(...describe(field.items, `${path}[]`));
  return differences;
}

function shorten(text: string): string {
  return printable(text.slice(0, MAX_LETTERS));
}
