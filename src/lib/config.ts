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

const KEYS = [
  'PUBLIC_START_LATITUDE',
  'PUBLIC_START_LONGITUDE',
  'PUBLIC_START_ZOOM',
  'PUBLIC_POINTS_PER_PAGE',
  'PUBLIC_TILES_URL',
  'PUBLIC_TILES_ATTRIBUTION',
  'PUBLIC_TILES_SUBDOMAINS',
  'PUBLIC_TILES_MAXIMUM_ZOOM',
  'PUBLIC_GEOCODER',
  'PUBLIC_GEOCODER_URL',
  'PUBLIC_SHIPMENT_TEMPLATE',
  'PUBLIC_SNAPSHOT_STALE_DAYS',
  'PUBLIC_OFFLINE',
] as const;
type Key = (typeof KEYS)[number];

/** Read by svelte.config.js, for the pages' content security policy. */
const BUILD_KEYS = ['PUBLIC_IMAGE_HOSTS', 'PUBLIC_CONNECT_HOSTS'];

const DEFAULTS = {
  startZoom: 5,
  pointsPerPage: 500,
  /** Networks of this kind change by a percent a week or so; a snapshot is meant to be taken every night. */
  snapshotStaleDays: 3,
  tilesMaximumZoom: 19,
  tilesSubdomains: 'abc',
  /** ASSUMED: the platform's document shows no body (chapter 4); every integration brings its own. */
  shipmentTemplate: {
    reference: 'ORDER-1001',
    receiver: { name: 'Ada Example', email: 'ada@example.com', phone: '+48000000000' },
    destination: { pointId: '{{pointId}}' },
    parcels: [{ weightGrams: 1000 }],
  },
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
  const read = (key: Key) => environment[key]?.trim() ?? '';
  const number: ReadNumber = (key, least, most, whole, otherwise) => {
    if (read(key) === '') return otherwise;
    const value = Number(read(key));
    if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
    problems.push(
      `${key} must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}, not "${read(key)}".`,
    );
    return otherwise;
  };

  const settings: PublicSettings = {
    start: parseStart(read, number, problems),
    pointsPerPage: number('PUBLIC_POINTS_PER_PAGE', 1, 5_000, true, DEFAULTS.pointsPerPage),
    tiles: parseTiles(
      read,
      number('PUBLIC_TILES_MAXIMUM_ZOOM', 1, 22, true, DEFAULTS.tilesMaximumZoom),
      problems,
    ),
    geocoder: parseGeocoder(read, problems),
    snapshotStaleDays: number('PUBLIC_SNAPSHOT_STALE_DAYS', 1, 3_650, true, DEFAULTS.snapshotStaleDays),
    offline: parseSwitch('PUBLIC_OFFLINE', read, problems),
    shipmentTemplate: parseTemplate(read('PUBLIC_SHIPMENT_TEMPLATE'), problems),
  };
  if (problems.length > 0) {
    throw new AppError('settings_invalid', `The public settings are wrong: ${problems.join(' ')}`, {
      problems,
    });
  }
  return Object.freeze(settings);
}

type ReadNumber = (key: Key, least: number, most: number, whole: boolean, otherwise: number) => number;

function parseStart(
  read: (key: Key) => string,
  number: ReadNumber,
  problems: string[],
): PublicSettings['start'] {
  const [hasLatitude, hasLongitude, hasZoom] = (
    ['PUBLIC_START_LATITUDE', 'PUBLIC_START_LONGITUDE', 'PUBLIC_START_ZOOM'] as const
  ).map((key) => read(key) !== '');
  if (hasLatitude !== hasLongitude) {
    problems.push('PUBLIC_START_LATITUDE and PUBLIC_START_LONGITUDE go together: set both or neither.');
  } else if (hasZoom && !hasLatitude) {
    problems.push('PUBLIC_START_ZOOM needs PUBLIC_START_LATITUDE and PUBLIC_START_LONGITUDE.');
  }
  const start = {
    latitude: number('PUBLIC_START_LATITUDE', -85, 85, false, 0),
    longitude: number('PUBLIC_START_LONGITUDE', -180, 180, false, 0),
    zoom: number('PUBLIC_START_ZOOM', 1, 19, true, DEFAULTS.startZoom),
  };
  return hasLatitude ? Object.freeze(start) : null;
}

function findUnknownKeys(environment: Environment): string[] {
  const known = [...KEYS, ...BUILD_KEYS];
  return Object.keys(environment)
    .filter((key) => key.startsWith('PUBLIC_') && !known.includes(key))
    .map((key) => {
      const nearest = findNearestKey(key, known);
      return nearest === null
        ? `${key} is not a setting.`
        : `${key} is not a setting; did you mean ${nearest}?`;
    });
}

function parseSwitch(key: Key, read: (key: Key) => string, problems: string[]): boolean {
  const written = read(key) || 'on';
  if (written !== 'on' && written !== 'off') problems.push(`${key} must be on or off, not "${written}".`);
  return written !== 'off';
}

function parseTiles(
  read: (key: Key) => string,
  maximumZoom: number,
  problems: string[],
): Readonly<Tiles> | null {
  const url = read('PUBLIC_TILES_URL');
  const attribution = read('PUBLIC_TILES_ATTRIBUTION');
  const ownSubdomains = read('PUBLIC_TILES_SUBDOMAINS');
  if (url === '') {
    for (const key of ['PUBLIC_TILES_ATTRIBUTION', 'PUBLIC_TILES_SUBDOMAINS'] as const) {
      if (read(key) !== '') problems.push(`${key} is set without PUBLIC_TILES_URL.`);
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
    subdomains: ownSubdomains || DEFAULTS.tilesSubdomains,
    maximumZoom,
  });
}

function parseGeocoder(read: (key: Key) => string, problems: string[]): Readonly<GeocoderService> | null {
  const service = read('PUBLIC_GEOCODER');
  const url = read('PUBLIC_GEOCODER_URL');
  if (service === '') {
    if (url !== '') problems.push('PUBLIC_GEOCODER_URL is set without PUBLIC_GEOCODER.');
    return null;
  }
  if (service !== 'photon' && service !== 'nominatim') {
    problems.push(`PUBLIC_GEOCODER must be photon or nominatim, not "${service}".`);
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
  let template: unknown = DEFAULTS.shipmentTemplate;
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
function findNearestKey(written: string, keys: readonly string[]): string | null {
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
