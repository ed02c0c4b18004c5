import { STREETS_FOLDER } from '#contract/streets.ts';
import { PLACE_KINDS } from '#search/gazetteer/format.ts';
import { openGazetteer, type Gazetteer } from '#search/gazetteer/open-gazetteer.ts';
import type { GazetteerMatch } from '#search/question.ts';
import { nameCountry } from '../i18n/format.ts';
import { allMessages as m } from '../i18n/messages.ts';
import type { HousePlace } from '#search/place-house.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { createSnapshotFiles } from '#network/snapshot-files.ts';
import type { Found, Shown } from './found.ts';
import { type Mapped, search } from '#search/search.ts';
import type { Unknown, SearchQuestion, Suggestion } from '#search/question.ts';

/** The streets as a page searches and shows them. Loaded when a search begins, as the first pins and the field need none of it. */

const gazetteer = openGazetteer({
  files: createSnapshotFiles(STREETS_FOLDER, (...request) => fetch(...request)),
});

/** Searches the published streets alone. @throws AppError */
export const findInStreets: Gazetteer['find'] = (question, signal) => gazetteer.find(question, signal);

const STREET_ZOOM = 16;
const HOUSE_ZOOM = 17;
/** Zooms that show a place as a whole. */
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

/** Adds published streets to the network's own suggestions. @throws AppError as `search` */
export async function searchAll(
  network: PointNetwork,
  question: SearchQuestion,
  own: Promise<Suggestion[]>,
  signal?: AbortSignal,
): Promise<(Suggestion | Shown)[]> {
  const results = await search({ network, gazetteer }, question, signal, own);
  return results.map((each) => (each.kind === 'mapped' ? showMapped(each) : each));
}

function showMapped({ match, count, place }: Mapped): Shown {
  const { name, otherName, town, country, house } = match;
  const land = country === '' ? '' : nameCountry(country);
  const points = count === null ? '' : m.find_point_count({ amount: count });
  return {
    kind: 'shown',
    label: nameHouse(name, house),
    detail: [otherName, town, land, points].filter((part) => part !== '').join(' · '),
    show: async () => showPlace(match, await place()),
  };
}

const nameHouse = (street: string, house: string) => (house === '' ? street : `${street} ${house}`);

function showPlace(match: GazetteerMatch, { position, known, precision }: HousePlace): Found {
  const { kind, name, house } = match;
  const isStreet = kind === 'street';
  const isTown = PLACE_KINDS.has(kind);
  const unknown = describeUnknown(match, precision);
  return {
    kind: 'place',
    label: nameHouse(name, isStreet && known ? house : ''),
    position,
    zoom: isStreet ? (precision === 'street' ? STREET_ZOOM : HOUSE_ZOOM) : (ZOOMS[kind] ?? LANDMARK_ZOOM),
    source: isTown ? 'place' : 'street',
    precision: isStreet ? precision : isTown ? 'city' : 'exact',
    ...(unknown !== null && { unknown }),
  };
}

function describeUnknown(
  { kind, house, left }: GazetteerMatch,
  precision: HousePlace['precision'],
): Unknown | null {
  if (left !== '') return { kind: 'part', text: left };
  if (house === '' || precision === 'exact') return null;
  // In villages without streets, houses have numbers alone.
  if (kind !== 'street') return { kind: 'number', text: house };
  return { kind: precision === 'between' ? 'between' : 'number', text: house };
}
