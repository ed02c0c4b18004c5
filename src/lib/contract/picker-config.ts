import * as z from 'zod/mini';
import { ALIASES, CHOICES, RANGES } from './picker-names.ts';
import { byDimension } from './filter-dimensions.ts';
import { list, readDimensionList } from './read-list.ts';
import { shopRuleSchema, type ShopRule } from './shop-rules.ts';

/**
 * What a shop can tell a picker: the widget's attributes and `config`, the frame's `init` and `configure`. Everything is optional.
 * Lists may be written as HTML attributes write them (`"PL,CZ"`), numbers as text. Unknown keys are kept: a newer shop's page
 * may know more than this version. What has an attribute is told of in picker-api.ts.
 */
const fields = {
  // Which points are offered at all
  /** By each dimension; `country` as ISO 3166-1 alpha-2, upper case: small letters, `UK` and English names are understood. */
  ...byDimension('setting', readDimensionList),
  excludeIds: list(),
  /** Rules beyond these lists; all of them must hold. What the platform doesn't tell of a point is no reason to hide it. */
  filter: z.looseObject({
    ...byDimension('list', (dimension) => z.optional(readDimensionList(dimension))),
    /** All of them must be there. */
    capabilities: z.optional(list()),
    openNow: z.optional(z.boolean()),
    roundTheClock: z.optional(z.boolean()),
    /** Of those about a point the first with a reason refuses it, and the first with a label says what is shown with it. */
    rules: z.optional(z.array(shopRuleSchema)),
  }),

  // How it begins
  value: z.string(),
  postalCode: z.string(),
  city: z.string(),
  address: z.string(),
  latitude: numeric(...RANGES.latitude),
  longitude: numeric(...RANGES.longitude),
  zoom: numeric(...RANGES.zoom),
  geolocation: z.enum(CHOICES.geolocation),

  // How it looks
  mode: z.enum(CHOICES.mode),
  view: z.enum(CHOICES.view),
  language: z.string().check(z.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)),
  theme: z.enum(CHOICES.theme),
  confirm: z.enum(CHOICES.confirm),
  readonly: z.boolean(),
  /** Words in place of the picker's own, by their name. */
  messages: z.record(z.string(), z.string()),
  /** The shop's colours and font: values of CSS, checked by the browser before they are used. */
  look: z.looseObject({
    colorPrimary: z.optional(z.string()),
    colorSurface: z.optional(z.string()),
    colorOnSurface: z.optional(z.string()),
    colorOutline: z.optional(z.string()),
    fontFamily: z.optional(z.string()),
    radius: z.optional(z.string()),
  }),

  // Privacy
  mapConsent: z.enum(CHOICES.mapConsent),
  remember: z.boolean(),
};

export type PickerConfig = { -readonly [Key in keyof typeof fields]?: z.infer<(typeof fields)[Key]> };

/** Attributes name one of a thing, where the config has a list; they may come under either name. */
const aliases: Readonly<Record<string, string>> = ALIASES;

/**
 * Reads a config leniently: a bad value is left out, the rest is kept. Absent and empty values (null, "") count as not given.
 * @returns with a sentence for each value left out, beginning with its key
 */
export function readPickerConfig(given: unknown): { config: PickerConfig; problems: string[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { config: {}, problems: given === undefined ? [] : ['config: must be an object.'] };
  }
  const config: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    const key = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
    if (value === undefined || value === null || value === '' || key === '__proto__') continue;
    if (!Object.hasOwn(fields, key)) {
      config[key] = value;
      continue;
    }
    const result = fields[key as keyof typeof fields].safeParse(
      key === 'filter' ? { ...value, rules: readRules(value, problems) } : value,
    );
    if (result.success) config[key] = result.data;
    else problems.push(`${key}: ${explain(result.error)}`);
  }
  return { config, problems };
}

/** The rules of a filter that make sense: a bad one doesn't take the others with it. */
function readRules(filter: object, problems: string[]): ShopRule[] | undefined {
  const { rules } = filter as { rules?: unknown };
  if (!Array.isArray(rules)) return rules as undefined;
  return rules.flatMap((rule, at) => {
    const result = shopRuleSchema.safeParse(rule);
    if (!result.success) problems.push(`filter.rules.${at}: ${explain(result.error)}`);
    return result.success ? [result.data] : [];
  });
}

function numeric(least: number, most: number) {
  return z.pipe(
    z.union([z.number(), z.string()]),
    z.pipe(z.transform(Number), z.number().check(z.gte(least), z.lte(most))),
  );
}

/** Says where and what, without quoting the value: it may hold an address. */
function explain(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const where = issue?.path.length ? `${issue.path.join('.')} ` : '';
  if (issue?.code === 'custom') return `${issue.message}.`;
  return `${where}${issue?.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : 'is not a usable value'}.`;
}
