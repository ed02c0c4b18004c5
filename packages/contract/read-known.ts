import { decodeEntities } from './decode-entities.ts';
import { isUnknown, removeTags } from './plain-text.ts';

/** "Without a number" in addresses: Polish, Spanish and Portuguese, Italian. */
const NO_NUMBER = String.raw`(?:b\.?\/?\s?n\.?r?|s\.?\s?\/\s?n|s\.?n\.?c?|bez numeru|sin n[úu]mero|sem n[úu]mero)\.?`;
const IS_NO_NUMBER = new RegExp(`^${NO_NUMBER}$`, 'iu');
/** With a slash, as street names end with "bn" or "sn" too. */
const ENDS_WITH_NO_NUMBER = /[\s,]+[bs]\.?\s?\/\s?n\.?$/iu;

/**
 * Cleans a text from the platform: no mark-up, no doubled apostrophes (`BOIS D''HAINE`); empty for a
 * placeholder.
 */
export function readKnown(content: string): string {
  const text = cleanText(content).replaceAll("''", "'");
  return isUnknown(text) ? '' : text;
}

/** The same for a building number; empty if it says that the building has none: "b/n", "S/N". */
export function readBuildingNumber(content: string): string {
  const text = readKnown(content);
  return IS_NO_NUMBER.test(text) ? '' : text;
}

/** The same for a street, without such a note at its end. */
export const readStreet = (content: string): string => readKnown(content).replace(ENDS_WITH_NO_NUMBER, '');

/** Removes tags and repeated white space, and replaces entities, once: real feeds contain `</br>`, double spaces and `&quot;`. */
export function cleanText(content: string): string {
  return decodeEntities(removeTags(content)).replace(/\s+/g, ' ').trim();
}
