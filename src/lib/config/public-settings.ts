import * as z from 'zod/mini';
import { isSafeAddress } from '#platform/safe-address.ts';
import {
  choice,
  decimal,
  describeUnknown,
  parsed,
  readSettings,
  refuseProblems,
  setting,
  wholeNumber,
  type Environment,
  type Values as ValuesOf,
} from './setting.ts';

const isSafe = (text: string) => URL.canParse(text) && isSafeAddress(new URL(text));

const tileAddress = parsed((text, refuse) => {
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => text.includes(part));
  if (!isTemplate || !isSafe(text.replace('{s}', 'a').replace(/[{}]/g, '')))
    refuse('must be an https:// address with {z}, {x} and {y} in it (http:// is only for this machine)');
  return text;
});

/**
 * The public settings. scripts/write-settings.mjs generates their descriptions in docs and .env.example
 * from this table.
 */
export const PUBLIC_SETTINGS = {
  PUBLIC_START_LATITUDE: setting(decimal(-85, 85), null, {
    meaning:
      "where the map begins, unless a shop or an address says otherwise; else in the country of the shopper's clock where the network has it, else with the whole network",
    example: '52.23',
  }),
  PUBLIC_START_LONGITUDE: setting(decimal(-180, 180), null, {
    meaning: 'set with the latitude, or not at all',
    example: '21.01',
  }),
  PUBLIC_START_ZOOM: setting(wholeNumber(1, 19), 5, {
    meaning: "the map's initial zoom, 1 to 19",
    example: '11',
  }),
  PUBLIC_POINTS_PER_PAGE: setting(wholeNumber(1, 5_000), 500, {
    meaning: 'points asked for with one request',
  }),
  PUBLIC_TILES_URL: setting(tileAddress, '', {
    meaning:
      'an online map layer, with `{z}`, `{x}`, `{y}`; without it only the offline base map is shown, and nothing is requested from third parties',
    example: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
  }),
  PUBLIC_TILES_ATTRIBUTION: setting(z.string(), '', {
    meaning: 'its attribution, shown on the map',
    example: '© Example',
  }),
  PUBLIC_TILES_SUBDOMAINS: setting(z.string(), 'abc', {
    meaning: 'letters used in turn for `{s}`',
  }),
  PUBLIC_TILES_MAXIMUM_ZOOM: setting(wholeNumber(1, 22), 19, { meaning: 'its maximum zoom' }),
  PUBLIC_SNAPSHOT_STALE_DAYS: setting(wholeNumber(1, 3_650), 3, {
    meaning: 'from this age on the published network is marked as old',
    // Such networks change by about one percent a week, and a snapshot should be taken every night.
  }),
  PUBLIC_OFFLINE: setting(choice('on', 'off'), 'on', {
    meaning: '`off`: browsers store nothing for offline use, and delete what they stored; see below',
    example: 'off',
  }),
  // scripts/page-policy.mjs reads these two for the pages' content security policy.
  PUBLIC_IMAGE_HOSTS: setting(z.string(), '', {
    meaning: 'further hosts that pictures of points may come from (https is always allowed)',
    example: 'http://pictures.example',
  }),
  PUBLIC_CONNECT_HOSTS: setting(z.string(), '', {
    meaning: "further hosts the pages may call: the platform's API host with `PLATFORM_CALLS=direct`",
    example: 'https://api.example',
  }),
};

type Key = keyof typeof PUBLIC_SETTINGS;
type Values = ValuesOf<typeof PUBLIC_SETTINGS>;
type IsSet = (key: Key) => boolean;

/** Settings that are part of the built pages, and so are public. */
export type PublicSettings = ReturnType<typeof parsePublicSettings>;

/** Keys of all settings that go into the built pages. */
export const PUBLIC_KEYS: readonly string[] = Object.keys(PUBLIC_SETTINGS);

/**
 * Parses the public settings. Ignores keys without the prefix `PUBLIC_`.
 * @throws AppError `settings_invalid` with one sentence in `problems` for every invalid setting
 */
export function parsePublicSettings(environment: Environment) {
  const unknown = Object.keys(environment).filter(
    (key) => key.startsWith('PUBLIC_') && !PUBLIC_KEYS.includes(key),
  );
  const problems = unknown.map((key) => describeUnknown(key, PUBLIC_KEYS));
  const values = readSettings(PUBLIC_SETTINGS, environment, problems);
  const isSet = (key: Key) => Boolean(environment[key]?.trim());
  const settings = {
    start: readStart(values, isSet, problems),
    pointsPerPage: values.PUBLIC_POINTS_PER_PAGE,
    tiles: readTiles(values, isSet, problems),
    /** Age in days from which the published network is marked as old. */
    snapshotStaleDays: values.PUBLIC_SNAPSHOT_STALE_DAYS,
    /** Whether browsers cache what was shown in the locator for offline use. */
    offline: values.PUBLIC_OFFLINE === 'on',
  };
  refuseProblems(problems);
  return Object.freeze(settings);
}

/** Reads the initial view of the map; null if it isn't set and so depends on the network. */
function readStart(values: Values, isSet: IsSet, problems: string[]) {
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
    zoom: values.PUBLIC_START_ZOOM,
  });
}

/** Reads the online tile layer over the offline base map; null for only the base map. */
function readTiles(values: Values, isSet: IsSet, problems: string[]) {
  const url = values.PUBLIC_TILES_URL;
  const isOn = isSet('PUBLIC_TILES_URL');
  for (const key of ['PUBLIC_TILES_ATTRIBUTION', 'PUBLIC_TILES_SUBDOMAINS'] as const)
    if (isSet(key) && !isOn) problems.push(`${key} is set without PUBLIC_TILES_URL.`);
  if (!isOn) return null;
  if (!isSet('PUBLIC_TILES_ATTRIBUTION'))
    problems.push('PUBLIC_TILES_ATTRIBUTION is missing: the map must name the source of the tiles.');
  if (isSet('PUBLIC_TILES_SUBDOMAINS') && !url.includes('{s}'))
    problems.push('PUBLIC_TILES_SUBDOMAINS is set, but PUBLIC_TILES_URL has no {s} in it.');
  return Object.freeze({
    url,
    attribution: values.PUBLIC_TILES_ATTRIBUTION,
    subdomains: values.PUBLIC_TILES_SUBDOMAINS,
    maximumZoom: values.PUBLIC_TILES_MAXIMUM_ZOOM,
  });
}
