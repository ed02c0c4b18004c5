import * as z from 'zod/mini';
import { AppError } from './contract/errors.ts';

/** An online tile layer over the offline base map. */
interface Tiles {
  url: string;
  attribution: string;
  subdomains: string;
  maximumZoom: number;
}

/** An online service that finds addresses the network doesn't have. */
interface GeocoderService {
  service: 'photon' | 'nominatim';
  /** Address of its search. */
  url: string;
}

/** Settings that anybody may read: they are part of the built pages. */
export interface PublicSettings {
  /** Where the map begins. */
  /** null: the map begins where the network is. */
  readonly start: Readonly<{ latitude: number; longitude: number; zoom: number }> | null;
  /** Points asked for with one request. */
  readonly pointsPerPage: number;
  /** null: the offline base map alone. */
  readonly tiles: Readonly<Tiles> | null;
  /** null: places of the network's own addresses alone, and nothing typed leaves the site. */
  readonly geocoder: Readonly<GeocoderService> | null;
  /** From this age on, in days, the published network is marked as old. */
  readonly snapshotStaleDays: number;
  /** Whether browsers keep what was seen in the locator for times without a connection. */
  readonly offline: boolean;
  /** JSON text of the parcel body that the account page begins with; `{{pointId}}`, inside a string, stands for the chosen point's id. */
  readonly shipmentTemplate: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** How a setting's text is read, and what people are told of it. */
interface Setting<Value> {
  schema: z.ZodMiniType<Value>;
  /** What holds where it isn't set. */
  otherwise: Value;
  /** For docs/operating.md, as Markdown. */
  meaning: string;
  /** The same for `otherwise`. */
  default: string;
  /** A value to begin with, for .env.example. */
  example: string;
  /** Whether .env.example sets it, for the sandbox. */
  setForSandbox?: true;
}

/** A text that `read` understands; any other "must be" what `what` says. */
const text = <Value>(what: string, read: (written: string) => Value | undefined) =>
  z.pipe(
    z.string(),
    z.transform((written, context): Value => {
      const value = read(written);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message: `must be ${what}, not "${written}".`, input: written });
      return z.NEVER;
    }),
  );

const number = (least: number, most: number) =>
  text(`a number from ${least} to ${most}`, (written) => readNumber(written, least, most));
const wholeNumber = (least: number, most: number) =>
  text(`a whole number from ${least} to ${most}`, (written) => {
    const value = readNumber(written, least, most);
    return Number.isInteger(value) ? value : undefined;
  });
const choice = <Choice extends string>(...choices: readonly Choice[]) =>
  text(choices.join(' or '), (written) => choices.find((each) => each === written));

function readNumber(written: string, least: number, most: number): number | undefined {
  const value = Number(written);
  return value >= least && value <= most ? value : undefined;
}

const setting = <Value>(
  schema: z.ZodMiniType<NoInfer<Value>>,
  otherwise: Value,
  told: Omit<Setting<Value>, 'schema' | 'otherwise'>,
): Setting<Value> => ({ schema, otherwise, ...told });

/**
 * The public settings, each once: `node --import tsx scripts/write-settings.mjs` writes the table in docs/operating.md and the lines in
 * .env.example of these, which a test compares.
 */
export const PUBLIC_SETTINGS = {
  PUBLIC_START_LATITUDE: setting<number | null>(number(-85, 85), null, {
    meaning:
      "where the map begins, unless a shop or an address says otherwise; else in the country of the shopper's clock where the network has it, else with the whole network",
    default: 'none',
    example: '52.23',
  }),
  PUBLIC_START_LONGITUDE: setting<number | null>(number(-180, 180), null, {
    meaning: 'set with the latitude, or not at all',
    default: 'none',
    example: '21.01',
  }),
  PUBLIC_START_ZOOM: setting<number | null>(wholeNumber(1, 19), null, {
    meaning: 'how near the map is then, 1 to 19',
    default: '5',
    example: '11',
  }),
  PUBLIC_POINTS_PER_PAGE: setting(wholeNumber(1, 5_000), 500, {
    meaning: 'points asked for with one request',
    default: '500',
    example: '500',
  }),
  PUBLIC_TILES_URL: setting(z.string(), '', {
    meaning:
      'an online map layer, with `{z}`, `{x}`, `{y}`; without it the offline base map is all there is, and no third party is asked for anything',
    default: 'none',
    example: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
  }),
  PUBLIC_TILES_ATTRIBUTION: setting(z.string(), '', {
    meaning: 'who makes its pictures, named on the map',
    default: 'none',
    example: '© Example',
  }),
  PUBLIC_TILES_SUBDOMAINS: setting(z.string(), '', {
    meaning: 'letters that take turns in place of `{s}`',
    default: '`abc`',
    example: 'abc',
  }),
  PUBLIC_TILES_MAXIMUM_ZOOM: setting(wholeNumber(1, 22), 19, {
    meaning: 'the deepest zoom that it has',
    default: '19',
    example: '19',
  }),
  PUBLIC_GEOCODER: setting<'photon' | 'nominatim' | null>(choice('photon', 'nominatim'), null, {
    meaning: 'finds addresses that the network lacks: `photon` or `nominatim`; see below',
    default: 'none',
    example: 'photon',
  }),
  PUBLIC_GEOCODER_URL: setting(z.string(), '', {
    meaning: 'the address of its search',
    default: 'none',
    example: 'https://photon.example/api',
  }),
  PUBLIC_SNAPSHOT_STALE_DAYS: setting(wholeNumber(1, 3_650), 3, {
    meaning: 'from this age on the published network is marked as old',
    // Networks of this kind change by a percent a week or so; a snapshot is meant to be taken every night.
    default: '3',
    example: '3',
  }),
  PUBLIC_OFFLINE: setting<'on' | 'off'>(choice('on', 'off'), 'on', {
    meaning:
      '`off`: browsers keep nothing for times without a connection, and forget what they kept; see below',
    default: '`on`',
    example: 'off',
  }),
  PUBLIC_SHIPMENT_TEMPLATE: setting(z.string(), '', {
    meaning: 'JSON object the parcel form begins with; `{{pointId}}` stands for the chosen point',
    default: 'a small example',
    example: '{"destination":{"pointId":"{{pointId}}"}}',
  }),
  // Read by svelte.config.js, for the pages' content security policy.
  PUBLIC_IMAGE_HOSTS: setting(z.string(), '', {
    meaning: 'further hosts that pictures of points may come from (https is always allowed)',
    default: 'none',
    example: 'http://127.0.0.1:*',
    setForSandbox: true,
  }),
  PUBLIC_CONNECT_HOSTS: setting(z.string(), '', {
    meaning: "further hosts the pages may call: the platform's API host with `PLATFORM_CALLS=direct`",
    default: 'none',
    example: 'https://api.example',
  }),
} as const;

type Settings = typeof PUBLIC_SETTINGS;
type Key = keyof Settings;
type Values = { [Name in Key]: Settings[Name]['otherwise'] };
const KEYS = Object.keys(PUBLIC_SETTINGS) as Key[];

/** All of them, with which pages are built. */
export const PUBLIC_KEYS: readonly string[] = KEYS;

const START_ZOOM = 5;
const TILES_SUBDOMAINS = 'abc';
/** ASSUMED: the platform's document shows no body (docs/platform-api.md, chapter 4); every integration brings its own. */
const SHIPMENT_TEMPLATE = {
  reference: 'ORDER-1001',
  receiver: { name: 'Ada Example', email: 'ada@example.com', phone: '+48000000000' },
  destination: { pointId: '{{pointId}}' },
  parcels: [{ weightGrams: 1000 }],
};

/** Stands for the chosen point's id in the shipment template. */
const POINT_ID_PLACEHOLDER = '{{pointId}}';

/** Further apart than this, two names are no slip of the pen. */
const MAX_EDITS = 6;

/**
 * Reads the public settings. Keys without the prefix `PUBLIC_` are none of its business.
 * @throws AppError `settings_invalid`, whose `problems` name every key that is wrong, one sentence each
 */
export function parsePublicSettings(environment: Environment): PublicSettings {
  const problems = findUnknownKeys(environment);
  const values = readValues(environment, problems);
  const isSet = (key: Key) => Boolean(environment[key]?.trim());
  const settings: PublicSettings = {
    start: readStart(values, isSet, problems),
    pointsPerPage: values.PUBLIC_POINTS_PER_PAGE,
    tiles: readTiles(values, problems),
    geocoder: readGeocoder(values, isSet, problems),
    snapshotStaleDays: values.PUBLIC_SNAPSHOT_STALE_DAYS,
    offline: values.PUBLIC_OFFLINE === 'on',
    shipmentTemplate: parseTemplate(values.PUBLIC_SHIPMENT_TEMPLATE, problems),
  };
  if (problems.length > 0) {
    throw new AppError('settings_invalid', `The public settings are wrong: ${problems.join(' ')}`, {
      problems,
    });
  }
  return Object.freeze(settings);
}

/** An empty text counts as unset; what is wrong is noted, and `otherwise` stands in for it. */
function readValues(environment: Environment, problems: string[]): Values {
  const entries = KEYS.map((key) => {
    const { schema, otherwise } = PUBLIC_SETTINGS[key];
    const written = environment[key]?.trim() ?? '';
    if (written === '') return [key, otherwise];
    const result = schema.safeParse(written);
    if (result.success) return [key, result.data];
    problems.push(`${key} ${result.error.issues[0]!.message}`);
    return [key, otherwise];
  });
  return Object.fromEntries(entries) as Values;
}

type IsSet = (key: Key) => boolean;

function readStart(values: Values, isSet: IsSet, problems: string[]): PublicSettings['start'] {
  const [hasLatitude, hasLongitude] = [isSet('PUBLIC_START_LATITUDE'), isSet('PUBLIC_START_LONGITUDE')];
  if (hasLatitude !== hasLongitude) {
    problems.push('PUBLIC_START_LATITUDE and PUBLIC_START_LONGITUDE go together: set both or neither.');
  } else if (isSet('PUBLIC_START_ZOOM') && !hasLatitude) {
    problems.push('PUBLIC_START_ZOOM needs PUBLIC_START_LATITUDE and PUBLIC_START_LONGITUDE.');
  }
  if (!hasLatitude) return null;
  return Object.freeze({
    latitude: values.PUBLIC_START_LATITUDE ?? 0,
    longitude: values.PUBLIC_START_LONGITUDE ?? 0,
    zoom: values.PUBLIC_START_ZOOM ?? START_ZOOM,
  });
}

function findUnknownKeys(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((key) => key.startsWith('PUBLIC_') && !PUBLIC_KEYS.includes(key))
    .map((key) => {
      const nearest = findNearestKey(key, PUBLIC_KEYS);
      return nearest === null
        ? `${key} is not a setting.`
        : `${key} is not a setting; did you mean ${nearest}?`;
    });
}

function readTiles(values: Values, problems: string[]): PublicSettings['tiles'] {
  const {
    PUBLIC_TILES_URL: url,
    PUBLIC_TILES_ATTRIBUTION: attribution,
    PUBLIC_TILES_SUBDOMAINS: ownSubdomains,
  } = values;
  if (url === '') {
    for (const key of ['PUBLIC_TILES_ATTRIBUTION', 'PUBLIC_TILES_SUBDOMAINS'] as const) {
      if (values[key] !== '') problems.push(`${key} is set without PUBLIC_TILES_URL.`);
    }
    return null;
  }
  if (!isTileAddress(url)) {
    problems.push(
      `PUBLIC_TILES_URL must be an https:// address with {z}, {x} and {y} in it, not "${url}" (http:// is for this machine alone).`,
    );
  }
  if (attribution === '') {
    problems.push('PUBLIC_TILES_ATTRIBUTION is missing: whoever makes the tiles must be named on the map.');
  }
  if (ownSubdomains !== '' && !url.includes('{s}')) {
    problems.push('PUBLIC_TILES_SUBDOMAINS is set, but PUBLIC_TILES_URL has no {s} in it.');
  }
  return Object.freeze({
    url,
    attribution,
    subdomains: ownSubdomains || TILES_SUBDOMAINS,
    maximumZoom: values.PUBLIC_TILES_MAXIMUM_ZOOM,
  });
}

function readGeocoder(values: Values, isSet: IsSet, problems: string[]): PublicSettings['geocoder'] {
  const { PUBLIC_GEOCODER: service, PUBLIC_GEOCODER_URL: url } = values;
  if (service === null) {
    if (url !== '' && !isSet('PUBLIC_GEOCODER'))
      problems.push('PUBLIC_GEOCODER_URL is set without PUBLIC_GEOCODER.');
    return null;
  }
  if (!isSafeAddress(url)) {
    problems.push(
      `PUBLIC_GEOCODER_URL must be the https:// address of the service's search, not "${url}" (http:// is for this machine alone).`,
    );
  }
  return Object.freeze({ service, url });
}

function isTileAddress(template: string): boolean {
  if (!['{z}', '{x}', '{y}'].every((part) => template.includes(part))) return false;
  return isSafeAddress(template.replace('{s}', 'a').replace(/[{}]/g, ''));
}

function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const thisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && thisMachine);
}

function parseTemplate(text: string, problems: string[]): string {
  let template: unknown = SHIPMENT_TEMPLATE;
  try {
    if (text !== '') template = JSON.parse(text);
  } catch {
    template = null;
  }
  if (typeof template !== 'object' || template === null || Array.isArray(template)) {
    problems.push('PUBLIC_SHIPMENT_TEMPLATE must be a JSON object.');
    return '';
  }
  const laidOut = JSON.stringify(template, null, 2);
  if (!laidOut.includes(POINT_ID_PLACEHOLDER)) {
    problems.push(
      `PUBLIC_SHIPMENT_TEMPLATE must hold ${POINT_ID_PLACEHOLDER} where the chosen point's id belongs.`,
    );
  }
  return laidOut;
}

/** The key that somebody most likely meant to write; null when none is near. */
export function findNearestKey(written: string, keys: readonly string[]): string | null {
  const nearest = keys
    .map((key) => ({ key, edits: countEdits(written, key) }))
    .sort((a, b) => a.edits - b.edits)[0];
  return nearest !== undefined && nearest.edits <= MAX_EDITS ? nearest.key : null;
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
