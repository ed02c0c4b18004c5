import { once } from '#async/once.ts';
import type { PointNetwork } from '#network/point-network.ts';
import type { HousePlace } from '#search/place-house.ts';
import {
  type GazetteerMatch,
  nameCoordinates,
  type SearchQuestion,
  type SearchResult,
  type Unknown,
} from '#search/question.ts';
import { addStreets, suggest } from '#search/search.ts';
import type { Place } from '#search/tables/places.ts';
import { type Street, nameStreet } from '#search/tables/streets.ts';
import { nameCountry } from '../i18n/format.ts';
import { allMessages as m } from '../i18n/messages.ts';
import type { Found } from './found.ts';
import type { RecentPick } from './recent-picks.ts';

/** Search results: their entries in the list, and the place or point that each of them shows. */

const loadGazetteer = once(async () =>
  (await import('#search/gazetteer/open-gazetteer.ts')).openPageGazetteer(),
);

/**
 * Loads the code for streets ahead of the first letter: compiling it then would delay the first
 * suggestions.
 */
export const prepareStreets = () => void loadGazetteer().catch(() => undefined);

/**
 * Searches network and published streets; the network alone if the code for streets can't be
 * loaded.
 * @throws AppError like `suggest`
 */
export async function suggestAnywhere(
  network: PointNetwork,
  question: SearchQuestion,
  signal?: AbortSignal,
): Promise<SearchResult[]> {
  const own = suggest(network, question, signal);
  // It may fail while the code for streets still loads; whoever awaits it below hears of that.
  own.catch(() => undefined);
  const gazetteer = await loadGazetteer().catch(() => null);
  return gazetteer === null ? own : addStreets(own, { network, gazetteer }, question, signal);
}

/**
 * Finds the most likely match, for start values (postcode, city, address) and searches without a
 * list of suggestions.
 * @returns null when nothing matches
 * @throws AppError like `suggest`
 */
export async function findBest(network: PointNetwork, question: SearchQuestion): Promise<Found | null> {
  const [best] = await suggestAnywhere(network, question);
  return best === undefined ? null : takeSuggestion(network, best);
}

/**
 * Resolves a suggestion to the place or point it stands for.
 * @returns null for a point that is no longer in the network
 * @throws AppError
 */
export async function takeSuggestion(
  network: Pick<PointNetwork, 'findById'>,
  suggestion: SearchResult,
  signal?: AbortSignal,
): Promise<Found | null> {
  switch (suggestion.kind) {
    case 'mapped':
      return showMapped(suggestion.match, await suggestion.place());
    case 'place':
      return showPlace(suggestion.place, suggestion.unknown);
    case 'street':
      return showStreet(suggestion.street, suggestion.unknown);
    case 'country':
      return { kind: 'country', label: nameCountry(suggestion.code), box: suggestion.box };
    case 'position': {
      const { position } = suggestion;
      const label = nameCoordinates(position);
      return { kind: 'place', label, position, zoom: HOUSE_ZOOM, source: 'coordinates', precision: 'exact' };
    }
    case 'point': {
      const stored = await network.findById(suggestion.id, signal);
      return stored === null ? null : { kind: 'point', stored };
    }
  }
}

const POSTCODE_ZOOM = 14;
const STREET_ZOOM = 16;
const HOUSE_ZOOM = 17;
/** Zooms that show a place of the published streets as a whole. */
const ZOOMS: Partial<Record<GazetteerMatch['kind'], number>> = {
  city: 12,
  town: 13,
  village: 14,
  suburb: 14,
  neighbourhood: 15,
  hamlet: 15,
  airport: 14,
};
const LANDMARK_ZOOM = 16;

const zoomForPrecision = (precision: HousePlace['precision']) =>
  precision === 'street' ? STREET_ZOOM : HOUSE_ZOOM;

function showPlace({ name, kind, latitude, longitude, count }: Place, unknown: Unknown | null): Found {
  return {
    kind: 'place',
    label: name,
    position: { latitude, longitude },
    zoom: kind === 'postcode' ? POSTCODE_ZOOM : zoomForCity(count),
    source: kind === 'postcode' ? 'postcode' : 'place',
    precision: kind,
    ...(unknown !== null && { unknown }),
  };
}

function showStreet(street: Street, unknown: Unknown | null): Found {
  const { latitude, longitude, precision } = street;
  return {
    kind: 'place',
    label: nameStreet(street),
    position: { latitude, longitude },
    zoom: zoomForPrecision(precision),
    source: 'street',
    precision,
    ...(unknown !== null && { unknown }),
  };
}

function showMapped(match: GazetteerMatch, { position, known, precision }: HousePlace): Found {
  const { kind, name, house, isTown } = match;
  const isStreet = kind === 'street';
  const unknown = findUnknown(match, precision);
  return {
    kind: 'place',
    label: nameStreet({ name, house: isStreet && known && house !== '' ? house : null }),
    position,
    zoom: isStreet ? zoomForPrecision(precision) : (ZOOMS[kind] ?? LANDMARK_ZOOM),
    source: isTown ? 'place' : 'street',
    precision: isStreet ? precision : isTown ? 'city' : 'exact',
    ...(unknown !== null && { unknown }),
  };
}

/** The part of an address that the published streets don't know. */
function findUnknown(
  { kind, house, left }: GazetteerMatch,
  precision: HousePlace['precision'],
): Unknown | null {
  if (left !== '') return { kind: 'part', text: left };
  if (house === '' || precision === 'exact') return null;
  // In villages without streets, houses have numbers alone.
  if (kind !== 'street') return { kind: 'number', text: house };
  return { kind: precision === 'between' ? 'between' : 'number', text: house };
}

/** Estimates a city's size from its number of points: four times as many points mean one zoom level less. */
function zoomForCity(points: number): number {
  return Math.round(Math.min(14, Math.max(10, 15 - Math.log2(Math.max(1, points)) / 2)));
}

/** One entry of the list under the field. */
export interface FindOption {
  /** Unique in the list. */
  key: string;
  label: string;
  /** Distinguishes options with the same label; may be empty. */
  detail: string;
  /** The view that selecting it shows. */
  suggestion: SearchResult;
}

export interface OptionGroup {
  key: 'places' | 'points' | 'recent';
  options: FindOption[];
}

/** Groups suggestions by kind, in order of first occurrence. */
export function groupSuggestions(suggestions: readonly SearchResult[]): OptionGroup[] {
  const keyOf = ({ kind }: SearchResult) => (kind === 'point' ? 'points' : 'places');
  return [...new Set(suggestions.map(keyOf))].map((key) => ({
    key,
    options: suggestions
      .filter((each) => keyOf(each) === key)
      .map((suggestion, at) => ({
        key: `${key}-${at}`,
        ...describe(suggestion),
        suggestion,
      })),
  }));
}

export function groupRecent(recent: readonly RecentPick[]): OptionGroup[] {
  const options = recent.map(({ id, name }): FindOption => ({
    key: `recent-${id}`,
    label: name,
    detail: name === id ? '' : id,
    suggestion: { kind: 'point', id },
  }));
  return options.length === 0 ? [] : [{ key: 'recent', options }];
}

export function nameGroup(key: OptionGroup['key']): string {
  const names = {
    places: m.find_places,
    points: m.find_points,
    recent: m.find_recent,
  };
  return names[key]();
}

function describe(suggestion: SearchResult): Pick<FindOption, 'label' | 'detail'> {
  if (suggestion.kind === 'mapped') {
    const { name, otherName, town, country, house } = suggestion.match;
    return {
      label: nameStreet({ name, house: house || null }),
      detail: joinDetails(suggestion.count, otherName, town, nameLand(country)),
    };
  }
  if (suggestion.kind === 'point') {
    const { id, named } = suggestion;
    if (named === undefined) return { label: id, detail: '' };
    return {
      label: named.name,
      detail: [named.street || id, named.city, nameLand(named.country)].filter(Boolean).join(' · '),
    };
  }
  if (suggestion.kind === 'street') {
    const { city, country, count } = suggestion.street;
    const number = suggestion.unknown?.kind === 'number' ? suggestion.unknown.text : '';
    const unknown = number === '' ? '' : m.find_without_number({ number });
    return {
      label: nameStreet(suggestion.street),
      detail: joinDetails(count, unknown, city, nameLand(country)),
    };
  }
  if (suggestion.kind === 'position')
    return { label: nameCoordinates(suggestion.position), detail: m.find_coordinates() };
  if (suggestion.kind === 'country')
    return { label: nameCountry(suggestion.code), detail: joinDetails(suggestion.count) };
  const { name, otherName, kind, country, count, match } = suggestion.place;
  const code =
    match === 'near' ? m.find_near_postcode() : kind === 'postcode' ? m.find_postcode() : otherName;
  return { label: name, detail: joinDetails(count, code, nameLand(country)) };
}

function nameLand(country: string): string {
  return country === '' ? '' : nameCountry(country);
}

/** @param count number of points; null if it isn't known */
function joinDetails(count: number | null, ...words: string[]): string {
  const points = count === null ? '' : m.find_point_count({ amount: count });
  return [...words, points].filter((part) => part !== '').join(' · ');
}
