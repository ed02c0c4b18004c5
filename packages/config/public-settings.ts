import { parseUrl } from '#platform/parse-url.ts';
import * as z from 'zod/mini';
import { isSafeAddress } from '#platform/safe-address.ts';
import {
  choice,
  decimal,
  describeUnknownSetting,
  parsed,
  readSettings,
  refuseProblems,
  setting,
  wholeNumber,
  type Environment,
  type Values as ValuesOf,
} from './setting.ts';

function isSafe(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && isSafeAddress(url);
}

const tileAddress = parsed((text, refuse) => {
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => text.includes(part));
  if (!isTemplate || !isSafe(text.replace('{s}', 'a').replace(/[{}]/g, '')))
    refuse(
      'must be an https:// address that contains {z}, {x} and {y} (http:// is only allowed for this machine)',
    );
  return text;
});

/**
 * The public settings. scripts/write-settings.mjs generates their descriptions in docs and .env.example
 * from this table.
 */
export const PUBLIC_SETTINGS = {
  PUBLIC_START_LATITUDE: setting(decimal(-85, 85), null, {
    meaning:
      "the map's initial latitude, unless a shop or the page's address sets another; without it, the map begins in the country of the shopper's time zone if the network has points there, otherwise with the whole network",
    example: '52.23',
  }),
  PUBLIC_START_LONGITUDE: setting(decimal(-180, 180), null, {
    meaning: "the map's initial longitude; set it together with the latitude",
    example: '21.01',
  }),
  PUBLIC_START_ZOOM: setting(wholeNumber(1, 19), 5, {
    meaning: "the map's initial zoom level, 1 to 19",
    example: '11',
  }),
  PUBLIC_POINTS_PER_PAGE: setting(wholeNumber(1, 5_000), 500, {
    meaning: 'points per request',
  }),
  PUBLIC_TILES_URL: setting(tileAddress, '', {
    meaning:
      'an online map layer, with `{z}`, `{x}`, `{y}`; without it only the offline base map is shown, and nothing is requested from third parties',
    example: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
  }),
  PUBLIC_TILES_ATTRIBUTION: setting(z.string(), '', {
    meaning: "the online layer's attribution, shown on the map",
    example: '© Example',
  }),
  PUBLIC_TILES_SUBDOMAINS: setting(z.string(), 'abc', {
    meaning: 'letters that replace `{s}` in turn',
  }),
  PUBLIC_TILES_MAXIMUM_ZOOM: setting(wholeNumber(1, 22), 19, { meaning: 'its maximum zoom' }),
  PUBLIC_SNAPSHOT_STALE_DAYS: setting(wholeNumber(1, 3_650), 3, {
    meaning: 'age from which the published network is marked as out of date',
    // Such networks change by about one percent a week, and a snapshot should be taken every night.
  }),
  PUBLIC_OFFLINE: setting(choice('on', 'off'), 'on', {
    meaning: '`off`: browsers store nothing for offline use and delete data they stored earlier; see below',
    example: 'off',
  }),
  // scripts/page-policy.mjs reads these two for the pages' content security policy.
  PUBLIC_IMAGE_HOSTS: setting(z.string(), '', {
    meaning: 'additional hosts that may serve pictures of points (https is always allowed)',
    example: 'http://pictures.example',
  }),
  PUBLIC_CONNECT_HOSTS: setting(z.string(), '', {
    meaning:
      "additional hosts that the pages may call: with `PLATFORM_CALLS=direct`, the platform's API host",
    example: 'https://api.example',
  }),
};

type Key = keyof typeof PUBLIC_SETTINGS;
type Values = ValuesOf<typeof PUBLIC_SETTINGS>;
type IsSet = (key: Key) => boolean;

/** Settings that are built into the pages, and therefore public. */
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
  const problems = unknown.map((key) => describeUnknownSetting(key, PUBLIC_KEYS));
  const values = readSettings(PUBLIC_SETTINGS, environment, problems);
  const isSet = (key: Key) => Boolean(environment[key]?.trim());
  const settings = {
    start: readStart(values, isSet, problems),
    pointsPerPage: values.PUBLIC_POINTS_PER_PAGE,
    tiles: readTiles(values, isSet, problems),
    /** Age in days from which the published network is marked as old. */
    snapshotStaleDays: values.PUBLIC_SNAPSHOT_STALE_DAYS,
    /** Whether browsers store points and map tiles for offline use. */
    offline: values.PUBLIC_OFFLINE === 'on',
  };
  refuseProblems(problems);
  return Object.freeze(settings);
}

/** Reads the initial view of the map; null if it isn't set and therefore depends on the network. */
function readStart(values: Values, isSet: IsSet, problems: string[]) {
  const [hasLatitude, hasLongitude] = [isSet('PUBLIC_START_LATITUDE'), isSet('PUBLIC_START_LONGITUDE')];
  if (hasLatitude !== hasLongitude) {
    problems.push('PUBLIC_START_LATITUDE and PUBLIC_START_LONGITUDE belong together: set both or neither.');
  } else if (isSet('PUBLIC_START_ZOOM') && !hasLatitude) {
    problems.push(
      'PUBLIC_START_ZOOM is set alone: also set PUBLIC_START_LATITUDE and PUBLIC_START_LONGITUDE.',
    );
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
    if (isSet(key) && !isOn)
      problems.push(`${key} is set without PUBLIC_TILES_URL: set both, or remove ${key}.`);
  if (!isOn) return null;
  if (!isSet('PUBLIC_TILES_ATTRIBUTION'))
    problems.push(
      'PUBLIC_TILES_ATTRIBUTION is missing: set it, because the map must name the source of the tiles.',
    );
  if (isSet('PUBLIC_TILES_SUBDOMAINS') && !url.includes('{s}'))
    problems.push(
      'PUBLIC_TILES_SUBDOMAINS is set, but PUBLIC_TILES_URL contains no {s}: add it, or remove the subdomains.',
    );
  return Object.freeze({
    url,
    attribution: values.PUBLIC_TILES_ATTRIBUTION,
    subdomains: values.PUBLIC_TILES_SUBDOMAINS,
    maximumZoom: values.PUBLIC_TILES_MAXIMUM_ZOOM,
  });
}
