import { parseUrl } from '#platform/parse-url.ts';
import * as z from 'zod/mini';
import { isSafeAddress } from '#platform/safe-address.ts';
import { AppError } from '#platform/errors.ts';
import { countEdits } from '#contract/count-edits.ts';
import { splitList } from '#contract/read-list.ts';

/** Variables of the process environment or of `.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting: how to parse its text, its default, and its description for people. */
export interface Setting<Value> {
  schema: z.ZodMiniType<Value>;
  /** The value if it isn't set. */
  otherwise: Value;
  /** Description for the tables in the docs, in Markdown, with the unit. */
  meaning: string;
  /** The default that these tables show, if it isn't the value itself. */
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
  description: Omit<Setting<Value>, 'schema' | 'otherwise'>,
): Setting<Value | Otherwise> => ({ schema, otherwise, ...description });

type Refuse = (message: string) => void;

/**
 * Creates a schema that parses a text with `read`. To reject it, `read` calls `refuse` with a predicate
 * without a full stop ("must be …").
 */
export const parsed = <Value>(read: (text: string, refuse: Refuse) => Value) =>
  z.pipe(
    z.string(),
    z.transform((text, context): Value => {
      const refuse: Refuse = (message) =>
        context.issues.push({ code: 'custom', message, input: text, continue: false });
      return read(text, refuse);
    }),
  );

const number = (least: number, most: number, form: RegExp, what: string) =>
  parsed((text, refuse) => {
    const value = form.test(text) ? Number(text) : NaN;
    if (!(value >= least && value <= most)) refuse(`must be ${what} from ${least} to ${most}`);
    return value;
  });
export const decimal = (least: number, most: number) =>
  number(least, most, /^-?\d{1,12}(\.\d{1,12})?$/, 'a number');
export const wholeNumber = (least: number, most: number) =>
  number(least, most, /^\d{1,12}$/, 'a whole number');

export const choice = <Choice extends string>(...choices: readonly Choice[]) =>
  parsed((text, refuse) => {
    const chosen = choices.find((each) => each === text);
    if (chosen === undefined) refuse(`must be ${choices.join(' or ')}`);
    return chosen!;
  });

/** Entries separated by spaces or commas. */
export const listSetting = parsed(splitList);

const UNSAFE = 'must begin with https:// (http:// is only allowed for this machine)';

/** A URL without user, query or fragment. Trailing slashes are removed. */
export const addressSetting = (example: string) =>
  parsed((text, refuse) => {
    const url = parseUrl(text);
    if (url === null) refuse(`must be an address like ${example}`);
    else if (!isSafeAddress(url)) refuse(UNSAFE);
    else if (url.username || url.password || url.search || url.hash)
      refuse('must be a plain address, without user name, query or fragment');
    return url === null ? '' : url.origin + url.pathname.replace(/\/+$/, '');
  });

/**
 * A host name or IP address (RFC 3986 §3.2.2). URLs allow more, which a policy would misread: `*`, or the
 * end of a directive.
 */
const PLAIN_HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/** Pages of apps made with Capacitor and Ionic on iOS. `URL.origin` is "null" for such schemes. */
const APP_ORIGIN = /^(capacitor|ionic):\/\/([^/:?#]+)$/;

/** An origin that may frame pages: of a site, or of an app. */
function checkHost(text: string, refuse: Refuse): string {
  const [, , host] = APP_ORIGIN.exec(text) ?? [];
  return host !== undefined && PLAIN_HOST.test(host) ? text : checkOrigin(text, refuse);
}

function checkOrigin(text: string, refuse: Refuse): string {
  const url = parseUrl(text);
  if (url?.origin !== text)
    refuse('must be an origin like https://shop.example, without a path or a slash at the end');
  else if (!PLAIN_HOST.test(url.hostname))
    refuse('must be an origin like https://shop.example; list each host by name, without *');
  else if (!isSafeAddress(url)) refuse(UNSAFE);
  return text;
}

/** An origin as browsers send it. */
export const origin = parsed(checkOrigin);
/** Origins that may frame pages, separated by spaces or commas. */
export const hosts = parsed((text, refuse) => splitList(text).map((entry) => checkHost(entry, refuse)));

/**
 * Parses the settings of a table. An empty text counts as unset.
 * @param problems receives a sentence for every missing or invalid setting; only public values are quoted,
 *   because others may be secret
 */
export function readSettings<Table extends SettingsTable>(
  table: Table,
  environment: Environment,
  problems: string[],
): Values<Table> {
  const entries = Object.entries(table).map(([name, { schema, otherwise, missing }]) => {
    const text = environment[name]?.trim() ?? '';
    if (text === '') {
      if (missing !== undefined) problems.push(`${name} is missing: ${missing}.`);
      return [name, otherwise];
    }
    const result = schema.safeParse(text);
    if (result.success) return [name, result.data];
    const quoted = name.startsWith('PUBLIC_') ? `, not "${text}"` : '';
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
 * Reads several parts of the settings and reports their problems together, so that they can be fixed in one
 * go.
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

/** Above this edit distance, a name isn't a typo of another. */
const MAX_EDITS = 6;

/** Describes an unknown setting, and suggests the name that was probably intended. */
export function describeUnknownSetting(name: string, keys: readonly string[]): string {
  const nearest = keys
    .map((key) => ({ key, edits: countEdits(name, key).at(-1)! }))
    .sort((a, b) => a.edits - b.edits)[0];
  return nearest !== undefined && nearest.edits <= MAX_EDITS
    ? `${name} is not a setting. Did you mean ${nearest.key}?`
    : `${name} is not a setting. Remove it.`;
}
