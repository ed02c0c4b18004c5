import { findBest } from '../find/results.ts';
import { describeUnknown } from '../find/found.ts';
import { formatDistance } from '../i18n/format-distance.ts';
import { allMessages as m, loadLaterMessages } from '../i18n/messages.ts';
import { FAR_METRES, type Position } from '#network/distance.ts';
import type { PointNetwork } from '#network/point-network.ts';
import type { SearchQuestion } from '#search/question.ts';

/**
 * Searches for a place named by an address or a shop's order.
 * @returns the result, the text for the search field, and a message about the result (empty for none); null if nothing is found
 * @throws AppError
 */
export async function searchNetwork(network: PointNetwork, question: SearchQuestion) {
  await loadLaterMessages();
  const found = await findBest(network, { ...question, named: true });
  if (found === null) return null;
  const { text, postalCode, city } = question;
  const shown = [text, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return { found, text: shown, note: describeUnknown(found) };
}

/** Message if no point is near, because an empty map wouldn't help. @returns empty if one is near, or it is unknown */
export async function describeIfFar(network: PointNetwork, position: Position): Promise<string> {
  const nearest = await network.nearest(position, 1).catch(() => null);
  const metres = nearest?.points[0]?.distanceMetres ?? 0;
  return metres < FAR_METRES ? '' : m.find_nothing_near({ distance: formatDistance(metres, '') });
}
