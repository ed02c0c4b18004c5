import * as z from 'zod/mini';
import { isSafeAddress } from '#platform/safe-address.ts';
import { AppError } from '#platform/errors.ts';
import { countEdits } from '../contract/count-edits.ts';
import { splitList } from '../contract/read-list.ts';

/** Variables of a process's environment or of `.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting: how to parse its text, its default, and its description for people. */
export interface Setting<Value> {
  schema: z.ZodMiniType<Value>;
  /** Value if it isn't set. */
  otherwise: Value;
  /** Description for the tables in docs, as Markdown, with the unit. */
  meaning: string;
  /** Text for `otherwise` in these tables, instead of the value itself. */
  default?: string;
  /** Message if it isn't set; undefined for an optional setting. */
  missing?: string;
  /** A value for .env.example, other than the default. */
  example?: string;
  /** Whether .env.example sets it, for the sandbox. */
  setForSandbox?: true;
}

/** Settings by name. */
export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;
export type Values<Table extends SettingsTable> = { [Key in keyof Table]: Table[Key]['otherwise'] };

export const setting = <Value, const Otherwise>(
  schema: z.ZodMiniType<Value>,
  otherwise: Otherwise,
  described: Omit<Setting<Value>, 'schema' | 'otherwise'>,
): Setting<Value | Otherwise> => ({ schema, otherwise, ...described });

type Refuse = (message: string) => void;

/** A schema that parses a text with `read`. To reject it, `read` calls `refuse` with a sentence without subject and full stop ("must be …"). */
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

/** Entries separated by spaces or commas. */
export const list = parsed(splitList);

const UNSAFE = 'must begin with https:// (http:// is for this machine alone)';

/** A URL without user, query or fragment. Trailing slashes are removed. */
export const address = (example: string) =>
  parsed((written, refuse) => {
    const url = URL.canParse(written) ? new URL(written) : null;
    if (url === null) refuse(`must be an address like ${example}`);
    else if (!isSafeAddress(url)) refuse(UNSAFE);
    else if (url.username || url.password || url.search || url.hash)
      refuse('must be a plain address, without user, query or fragment');
    return url === null ? '' : url.origin + url.pathname.replace(/\/+$/, '');
  });

/** A name or an address (RFC 3986 §3.2.2). URLs may have more, which a policy takes for something else: `*`, or the end of a directive. */
const PLAIN_HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

function checkOrigin(written: string, refuse: Refuse): string {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url?.origin !== written)
    refuse('must be an origin like https://shop.example, without a path or a slash at the end');
  else if (!PLAIN_HOST.test(url.hostname))
    refuse('must be an origin like https://shop.example: each host by its name, without *');
  else if (!isSafeAddress(url)) refuse(UNSAFE);
  return written;
}

/** An origin as browsers send it; `origins`: several, separated by spaces or commas. */
export const origin = parsed(checkOrigin);
export const origins = parsed((written, refuse) =>
  splitList(written).map((entry) => checkOrigin(entry, refuse)),
);

/**
 * Parses the settings of a table; an empty text counts as unset.
 * @param problems gets a sentence for every missing or wrong setting; only public values are quoted, because others may be secret
 */
export function readSettings<Table extends SettingsTable>(
  table: Table,
  environment: Environment,
  problems: string[],
): Values<Table> {
  const entries = Object.entries(table).map(([name, { schema, otherwise, missing }]) => {
    const written = environment[name]?.trim() ?? '';
    if (written === '') {
      if (missing !== undefined) problems.push(`${name} is missing: ${missing}.`);
      return [name, otherwise];
    }
    const result = schema.safeParse(written);
    if (result.success) return [name, result.data];
    const quoted = name.startsWith('PUBLIC_') ? `, not "${written}"` : '';
    problems.push(...result.error.issues.map(({ message }) => `${name} ${message}${quoted}.`));
    return [name, otherwise];
  });
  return Object.fromEntries(entries) as Values<Table>;
}

/** @throws AppError `settings_invalid` if there are any problems: one per line of the message, and all in `problems` */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new AppError('settings_invalid', problems.join('\n'), { problems });
}

/**
 * Reads several parts of the settings, so that who corrects them is told everything at once.
 * @throws AppError `settings_invalid` with the problems of all parts
 */
export function readTogether<Parts extends readonly unknown[]>(
  ...readers: { [At in keyof Parts]: () => Parts[At] }
): Parts {
  const problems: string[] = [];
  const parts = readers.map((read) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push(...(error.problems.length > 0 ? error.problems : [error.message]));
      return undefined;
    }
  });
  refuseProblems(problems);
  return parts as unknown as Parts;
}

/** With a larger edit distance, a name is no typo of the other. */
const MAX_EDITS = 6;

/** Message about an unknown setting, with the name that was probably meant. */
export function describeUnknown(written: string, keys: readonly string[]): string {
  const nearest = keys
    .map((key) => ({ key, edits: countEdits(written, key).at(-1)! }))
    .sort((a, b) => a.edits - b.edits)[0];
  return nearest !== undefined && nearest.edits <= MAX_EDITS
    ? `${written} is not a setting; did you mean ${nearest.key}?`
    : `${written} is not a setting: take it out.`;
}
