import { once } from '#async/once.ts';
import { nameCountry } from '../i18n/format.ts';
import type { Place } from '#search/tables/places.ts';
import { type Street, nameStreet } from '#search/tables/streets.ts';
import type { PointNetwork } from '#network/point-network.ts';
import type { Found, Shown } from './found.ts';
import { nameCoordinates } from '#search/read-question.ts';
import { suggest } from '#search/suggest.ts';
import type { Unknown, SearchQuestion, Suggestion } from '#search/question.ts';

const loadStreets = once(() => import('./page-streets.ts'));

/** Loads the code for streets ahead of the first letter: compiling it then would delay the first suggestions. */
export const prepareStreets = () => void loadStreets().catch(() => undefined);

/** Searches network and published streets; the network alone if the code for streets can't be loaded. @throws AppError like `suggest` */
export async function suggestAnywhere(
  network: PointNetwork,
  question: SearchQuestion,
  signal?: AbortSignal,
): Promise<(Suggestion | Shown)[]> {
  const own = suggest(network, question, signal);
  // It may fail while the code for streets still loads; whoever awaits it below hears of that.
  own.catch(() => undefined);
  const streets = await loadStreets().catch(() => null);
  return streets === null ? own : streets.searchAll(network, question, own, signal);
}

const POSTCODE_ZOOM = 14;
const STREET_ZOOM = 16;
const HOUSE_ZOOM = 17;

/**
 * Finds the most likely match, for start values (postcode, city, address) and searches without a list of suggestions.
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
  suggestion: Suggestion | Shown,
  signal?: AbortSignal,
): Promise<Found | null> {
  if (suggestion.kind === 'shown') return suggestion.show();
  if (suggestion.kind === 'place') return showPlace(suggestion.place, suggestion.unknown);
  if (suggestion.kind === 'position') {
    const { position } = suggestion;
    return {
      kind: 'place',
      label: nameCoordinates(position),
      position,
      zoom: HOUSE_ZOOM,
      source: 'coordinates',
      precision: 'exact',
    };
  }
  if (suggestion.kind === 'street') return showStreet(suggestion.street, suggestion.unknown);
  if (suggestion.kind === 'country') {
    const { code, box } = suggestion;
    return { kind: 'country', label: nameCountry(code), box };
  }
  const stored = await network.findById(suggestion.id, signal);
  return stored === null ? null : { kind: 'point', stored };
}

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
    zoom: precision === 'street' ? STREET_ZOOM : HOUSE_ZOOM,
    source: 'street',
    precision,
    ...(unknown !== null && { unknown }),
  };
}

/** Estimates a city's size from its number of points: four times as many points mean one zoom level less. */
function zoomForCity(points: number): number {
  return Math.round(Math.min(14, Math.max(10, 15 - Math.log2(Math.max(1, points)) / 2)));
}
