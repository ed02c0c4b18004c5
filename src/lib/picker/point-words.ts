import { formatPosition, nameCountry } from '../i18n/format.ts';
import { sentences } from '../i18n/sentences.ts';
import type { PointDetails } from '../contract/point-details.ts';

/** A type in words; one this version doesn't know is shown as the platform writes it. */
export function nameType(type: string): string {
  return find(sentences.card.types, type) ?? (type || sentences.card.typeNotGiven);
}

/** Where at its site a point stands; unknown values are shown as the platform writes them. */
export function namePlacement(locationType: string): string {
  return find(sentences.card.placements, locationType) ?? (locationType || sentences.card.notGiven);
}

/** What can be done at a point; unknown capabilities are shown as the platform writes them. */
export function nameCapabilities(capabilities: readonly string[]): string {
  return capabilities.map((name) => find(sentences.card.capabilities, name) ?? name).join(', ');
}

/** `Rochusplatz 1, 1030 Wien`; empty when the platform gives none. */
export function writeAddress({ street, postalCode, city }: PointDetails): string {
  return [street, `${postalCode} ${city}`.trim()].filter((part) => part !== '').join(', ');
}

/** The facts of a card that are always there, each with its term. */
export function listFacts(details: PointDetails): [term: string, value: string][] {
  const words = sentences.card;
  return [
    [words.address, writeAddress(details) || words.notGiven],
    [words.country, details.country === '' ? words.notGiven : nameCountry(details.country)],
    [words.placement, namePlacement(details.locationType)],
    [words.services, nameCapabilities(details.capabilities) || words.notGiven],
    [words.position, formatPosition(details.latitude, details.longitude)],
  ];
}

/** `Object.hasOwn`, because a type called `constructor` is not one we know. */
function find(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}
