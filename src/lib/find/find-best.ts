import { once } from '#async/once.ts';
import { nameCountry } from '../i18n/format.ts';
import type { HousePlace } from '#search/place-house.ts';
import type { Place } from '#search/tables/places.ts';
import { type Street, nameStreet } from '#search/tables/streets.ts';
import type { PointNetwork } from '#network/point-network.ts';
import type { Found } from './found.ts';
import { addStreets, suggest } from '#search/search.ts';
import { type GazetteerMatch, nameCoordinates } from '#search/question.ts';
import type { SearchQuestion, SearchResult, Unknown } from '#search/question.ts';

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
