import * as z from 'zod/mini';
import { ALIASES, CHOICES, RANGES } from './picker-names.ts';
import { byDimension } from './filter-dimensions.ts';
import { list, readDimensionList } from './read-list.ts';
import { shopRuleSchema, type ShopRule } from './shop-rules.ts';

/**
 * A shop's settings of a picker: the element's attributes and `config`, which `init` and `configure` send
 * to the frame. All are optional. Lists may be texts as in HTML attributes (`"PL,CZ"`), and numbers may be
 * texts. Unknown keys are kept, because the shop's page may be newer than this version. picker-api.ts
 * describes the settings that have an attribute.
 */
const fields = {
  // Which points to offer
  /** One list per dimension. Countries are ISO 3166-1 alpha-2 in upper case; lower case, `UK` and English names are converted. */
  ...byDimension('setting', readDimensionList),
  /** `send`: points where parcels are handed in. */
  purpose: z.enum(CHOICES.purpose),
  excludeIds: list(),
  /**
   * Further conditions, all of which must hold. A point isn't hidden because something about it is unknown.
   */
  filter: z.looseObject({
    ...byDimension('list', (dimension) => z.optional(readDimensionList(dimension))),
    /** A point must have all of them. */
    capabilities: z.optional(list()),
    openNow: z.optional(z.boolean()),
    roundTheClock: z.optional(z.boolean()),
    /** Of the rules that match a point, the first with a reason rejects it, and the first with a label labels it. */
    rules: z.optional(z.array(shopRuleSchema)),
  }),

  // Initial state
  value: z.string(),
  postalCode: z.string(),
  city: z.string(),
  address: z.string(),
  latitude: numeric(...RANGES.latitude),
  longitude: numeric(...RANGES.longitude),
  zoom: numeric(...RANGES.zoom),
  geolocation: z.enum(CHOICES.geolocation),

  // Appearance
  mode: z.enum(CHOICES.mode),
  view: z.enum(CHOICES.view),
  language: z.string().check(z.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)),
  theme: z.enum(CHOICES.theme),
  confirm: z.enum(CHOICES.confirm),
  readonly: z.boolean(),
  /** Texts that replace the picker's own, by name. */
  messages: z.record(z.string(), z.string()),
  /** The shop's colours and font as CSS values; the browser validates them before use. */
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

/** Attributes of lists have singular names (`country` for `countries`); both names are accepted. */
const aliases: Readonly<Record<string, string>> = ALIASES;

/**
 * Parses a config leniently: omits invalid values and keeps the rest. Empty values (null, "") count as
 * absent.
 * @returns the config, and for each omitted value a sentence that starts with its key
 */
export function readPickerConfig(input: unknown): { config: PickerConfig; problems: string[] } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { config: {}, problems: input === undefined ? [] : ['config: must be an object.'] };
  }
  const config: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(input) as [string, unknown][]) {
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

/** Returns the valid rules of a filter. */
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

/** Describes an error without quoting the value, which may be an address. */
function explain(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const where = issue?.path.length ? `${issue.path.join('.')} ` : '';
  if (issue?.code === 'custom') return `${issue.message}.`;
  return `${where}${issue?.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : 'is not a usable value'}.`;
}
