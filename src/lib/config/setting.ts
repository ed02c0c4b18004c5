import * as z from 'zod/mini';
import { AppError } from '../contract/errors.ts';
import { splitList } from '../contract/read-list.ts';

/** Variables as a process has them, or as `.env` does. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting: how its text is read, what holds without one, and what people are told of it. */
export interface Setting<Value> {
  schema: z.ZodMiniType<Value>;
  /** What holds where it isn't set. */
  otherwise: Value;
  /** For the tables in docs, as Markdown, with the unit. */
  meaning: string;
  /** How these tables tell `otherwise`, where the value itself doesn't. */
  default?: string;
  /** What people are told who haven't set it; absent: they need not. */
  missing?: string;
  /** A value to begin with, for .env.example, where it isn't the default. */
  example?: string;
  /** .env.example sets it, for the sandbox. */
  setForSandbox?: true;
}

/** Settings by their names. */
export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;
export type Values<Table extends SettingsTable> = { [Key in keyof Table]: Table[Key]['otherwise'] };

export const setting = <Value, const Otherwise>(
  schema: z.ZodMiniType<Value>,
  otherwise: Otherwise,
  described: Omit<Setting<Value>, 'schema' | 'otherwise'>,
): Setting<Value | Otherwise> => ({ schema, otherwise, ...described });

type Refuse = (message: string) => void;

/** What `read` makes of a text. It refuses one with what the setting must be, as a sentence without its subject and end. */
export const parsed = <Value>(read: (written: string, refuse: Refuse) => Value) =>
  z.pipe(
    z.string(),
    z.transform((written, context): Value => {
      const refuse: Refuse = (message) =>
        context.issues.push({ code: 'custom', message, input: written, continue: false });
      return read(written, refuse);
    }),
  );

const number = (least: number, most: number, form: RegExp, what: string) =>
  parsed((written, refuse) => {
    const value = form.test(written) ? Number(written) : NaN;
    if (!(value >= least && value <= most)) refuse(`must be ${what} from ${least} to ${most}`);
    return value;
  });
export const decimal = (least: number, most: number) =>
  number(least, most, /^-?\d{1,12}(\.\d{1,12})?$/, 'a number');
export const wholeNumber = (least: number, most: number) =>
  number(least, most, /^\d{1,12}$/, 'a whole number');

export const choice = <Choice extends string>(...choices: readonly Choice[]) =>
  parsed((written, refuse) => {
    const chosen = choices.find((each) => each === written);
    if (chosen === undefined) refuse(`must be ${choices.join(' or ')}`);
    return chosen!;
  });

/** Entries separated by blanks or commas. */
export const list = parsed(splitList);

/** The web over which secrets may travel: https, or http on this machine alone. */
export function isSafeAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

const UNSAFE = 'must begin with https:// (http:// is for this machine alone)';

/** An address without user, query or fragment. Read as one without a slash at its end. */
export const address = (example: string) =>
  parsed((written, refuse) => {
    const url = URL.canParse(written) ? new URL(written) : null;
    if (url === null) refuse(`must be an address like ${example}`);
    else if (!isSafeAddress(url)) refuse(UNSAFE);
    else if (url.username || url.password || url.search || url.hash)
      refuse('must be a plain address, without user, query or fragment');
    return url === null ? '' : url.origin + url.pathname.replace(/\/+$/, '');
  });

function checkOrigin(written: string, refuse: Refuse): string {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url?.origin !== written)
    refuse('must be an origin like https://shop.example, without a path or a slash at the end');
  else if (!isSafeAddress(url)) refuse(UNSAFE);
  return written;
}

/** An origin as a browser sends it; several of them, separated by blanks or commas. */
export const origin = parsed(checkOrigin);
export const origins = parsed((written, refuse) =>
  splitList(written).map((entry) => checkOrigin(entry, refuse)),
);

/**
 * Reads what a table names; an empty text counts as unset.
 * @param problems receives a sentence for every setting that is missing or wrong; only public ones are quoted, any other may hold a secret
 * @param nameOf under which other name a setting may stand
 */
export function readSettings<Table extends SettingsTable>(
  table: Table,
  environment: Environment,
  problems: string[],
  nameOf: (key: string) => string = (key) => key,
): Values<Table> {
  const entries = Object.entries(table).map(([key, { schema, otherwise, missing }]) => {
    const name = nameOf(key);
    const written = environment[name]?.trim() ?? '';
    if (written === '') {
      if (missing !== undefined) problems.push(`${name} is missing: ${missing}.`);
      return [key, otherwise];
    }
    const result = schema.safeParse(written);
    if (result.success) return [key, result.data];
    const quoted = name.startsWith('PUBLIC_') ? `, not "${written}"` : '';
    problems.push(...result.error.issues.map(({ message }) => `${name} ${message}${quoted}.`));
    return [key, otherwise];
  });
  return Object.fromEntries(entries) as Values<Table>;
}

/** @throws AppError `settings_invalid`, where there are any: one a line, and each in `problems` */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new AppError('settings_invalid', problems.join('\n'), { problems });
}

/** Further apart than this, two names are no slip of the pen. */
const MAX_EDITS = 6;

/** Of a name that no table has: what it is, and which one was probably meant. */
export function describeUnknown(written: string, keys: readonly string[]): string {
  const nearest = keys
    .map((key) => ({ key, edits: countEdits(written, key) }))
    .sort((a, b) => a.edits - b.edits)[0];
  return nearest !== undefined && nearest.edits <= MAX_EDITS
    ? `${written} is not a setting; did you mean ${nearest.key}?`
    : `${written} is not a setting: take it out.`;
}

/** Letters to insert, take out or replace to make one word of the other (Levenshtein's distance). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
