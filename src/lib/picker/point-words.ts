import { formatPosition, nameCountry } from '../i18n/format.ts';
import { m } from '../i18n/messages.ts';
import type { PointDetails } from '../contract/point-details.ts';

/** Words of codes; functions, because the language comes later than this file. */
type CodeWords = Readonly<Record<string, () => string>>;

const TYPES: CodeWords = { APM: () => m.card_types_apm(), PUDO: () => m.card_types_pudo() };
const PLACEMENTS: CodeWords = {
  INDOOR: () => m.card_placements_indoor(),
  OUTDOOR: () => m.card_placements_outdoor(),
};
const CAPABILITIES: CodeWords = {
  PARCEL_COLLECT: () => m.card_capabilities_parcel_collect(),
  PARCEL_SEND: () => m.card_capabilities_parcel_send(),
};

/** A type in words; one this version doesn't know is shown as the platform writes it. */
export function nameType(type: string): string {
  return find(TYPES, type) ?? (type || m.card_type_not_given());
}

/** Where at its site a point stands; unknown values are shown as the platform writes them. */
export function namePlacement(locationType: string): string {
  return find(PLACEMENTS, locationType) ?? (locationType || m.card_not_given());
}

/** What can be done at a point; unknown capabilities are shown as the platform writes them. */
export function nameCapabilities(capabilities: readonly string[]): string {
  return capabilities.map((name) => find(CAPABILITIES, name) ?? name).join(', ');
}

/** `Rochusplatz 1, 1030 Wien`; empty when the platform gives none. */
export function writeAddress({ street, postalCode, city }: PointDetails): string {
  return [street, `${postalCode} ${city}`.trim()].filter((part) => part !== '').join(', ');
}

/** The facts of a card that are always there, each with its term. */
export function listFacts(details: PointDetails): [term: string, value: string][] {
  return [
    [m.card_address(), writeAddress(details) || m.card_not_given()],
    [m.card_country(), details.country === '' ? m.card_not_given() : nameCountry(details.country)],
    [m.card_placement(), namePlacement(details.locationType)],
    [m.card_services(), nameCapabilities(details.capabilities) || m.card_not_given()],
    [m.card_position(), formatPosition(details.latitude, details.longitude)],
  ];
}

/** `Object.hasOwn`, because a type called `constructor` is not one we know. */
function find(words: CodeWords, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key]?.() : undefined;
}
