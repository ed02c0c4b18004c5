import type { UnderstoodPlace } from '../../src/lib/contract/nearest-points.ts';
import { suggest, type Suggestion } from '../../src/lib/find/suggest.ts';
import { nameStreet } from '../../src/lib/network/find-streets.ts';
import type { Snapshot } from '../../src/lib/network/point-network.ts';
import type { Around } from './read-nearest-question.ts';

/**
 * Finds the place that is meant, as the picker's search does.
 * @returns null where nothing is called so
 * @throws AppError
 */
export async function understandPlace(
  network: Snapshot,
  around: Around,
  countries: readonly string[],
): Promise<UnderstoodPlace | null> {
  if ('position' in around) return describePlace({ kind: 'position', position: around.position });
  const { address, postalCode, city } = around;
  const found = await suggest(network, { text: address, postalCode, city, countries });
  for (const suggestion of found) {
    // Nobody is near a whole country, and a point is no address.
    if (suggestion.kind !== 'point' && suggestion.kind !== 'country') return describePlace(suggestion);
  }
  return null;
}

function describePlace(found: Exclude<Suggestion, { kind: 'point' | 'country' }>): UnderstoodPlace {
  const unsaid = { name: '', city: null, country: null, match: 'exact', unknown: null } as const;
  switch (found.kind) {
    case 'position':
      return { kind: 'position', ...unsaid, ...found.position };
    case 'street': {
      const { city, country, latitude, longitude, match, house } = found.street;
      const [kind, name] = [house === null ? 'street' : 'house', nameStreet(found.street)] as const;
      return {
        kind,
        ...unsaid,
        name,
        city: city || null,
        country: country || null,
        latitude,
        longitude,
        match,
      };
    }
    case 'place': {
      const { name, kind, country, latitude, longitude, match } = found.place;
      const unknown = found.unknown || null;
      return { kind, ...unsaid, name, country: country || null, latitude, longitude, match, unknown };
    }
  }
}
