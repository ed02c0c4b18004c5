import { formatPosition, nameCountry } from '../i18n/format.ts';
import { allMessages as m } from '../i18n/messages.ts';
import { namePlacement } from '../i18n/name-values.ts';
import type { PointDetails } from '../contract/point-details.ts';

/** The facts that every card shows, each with its term. */
export function listFacts(details: PointDetails): [term: string, value: string][] {
  return [
    [m.card_placement(), namePlacement(details.locationType)],
    [m.card_country(), details.country === '' ? m.card_not_given() : nameCountry(details.country)],
    [m.card_position(), formatPosition(details.latitude, details.longitude)],
  ];
}
