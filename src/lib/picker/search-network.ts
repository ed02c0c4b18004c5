import { findBest } from '../find/find-best.ts';
import { type Found, describeUnknown } from '../find/found.ts';
import type { SearchQuestion } from '../find/suggest.ts';
import { formatDistance } from '../i18n/format-distance.ts';
import { allMessages as m, speakOn } from '../i18n/messages.ts';
import type { Position } from '../network/distance.ts';
import type { PointNetwork } from '../network/point-network.ts';

/** Nobody goes so far for a parcel. */
const FAR_METRES = 100_000;

/** What a search that nobody typed has found, and how the search field shows it. */
export interface SearchAnswer {
  found: Found;
  /** As if it had been typed. */
  text: string;
  /** What is said of what was found; empty for nothing. */
  note: string;
}

/** Searches for what an address or a shop's order names. @returns null where nothing is found, or the network can't be asked */
export async function searchNetwork(
  network: PointNetwork,
  question: SearchQuestion,
): Promise<SearchAnswer | null> {
  await speakOn();
  const found = await findBest(network, question).catch(() => null);
  if (found === null) return null;
  const { text, postalCode, city } = question;
  const shown = [text, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return { found, text: shown, note: describeUnknown(found) };
}

/** Says so where no point is near: an empty map would help nobody. @returns empty where one is, or nobody knows */
export async function describeIfFar(network: PointNetwork, position: Position): Promise<string> {
  const nearest = await network.nearest(position, 1).catch(() => null);
  const metres = nearest?.points[0]?.distanceMetres ?? 0;
  return metres < FAR_METRES ? '' : m.find_nothing_near({ distance: formatDistance(metres, '') });
}
