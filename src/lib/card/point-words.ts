import { formatPosition, nameCountry } from '../i18n/format.ts';
import { m } from '../i18n/messages.ts';
import { nameCapability, namePlacement } from '../i18n/name-values.ts';
import type { PointDetails } from '../contract/point-details.ts';

/** `Rochusplatz 1, 1030 Wien`; empty when the platform gives none. */
export function writeAddress(details: PointDetails): string {
  return writeAddressLines(details).join(', ');
}

/** As it stands on a parcel of that country: most write the postcode before the city, some after it. */
export function writeAddressLines({ street, postalCode, city, country }: PointDetails): string[] {
  const place = POSTCODE_LAST.has(country.toUpperCase()) ? [city, postalCode] : [postalCode, city];
  return [street, place.filter((part) => part !== '').join(' ')].filter((line) => line !== '');
}

/** Countries whose postcode follows the city. */
const POSTCODE_LAST: ReadonlySet<string> = new Set(['GB', 'IE', 'UA', 'LV']);

/** The facts of a card that are always there, each with its term. */
export function listFacts(details: PointDetails): [term: string, value: string][] {
  return [
    [m.card_placement(), namePlacement(details.locationType)],
    [m.card_services(), details.capabilities.map(nameCapability).join(', ') || m.card_not_given()],
    [m.card_country(), details.country === '' ? m.card_not_given() : nameCountry(details.country)],
    [m.card_position(), formatPosition(details.latitude, details.longitude)],
  ];
}
