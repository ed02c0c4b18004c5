import { allMessages as m } from '../i18n/messages.ts';
import type { Found } from './found.ts';

/** Says that a street or postcode isn't known and its city is shown instead; empty where all that was named is known. */
export function tellUnknown(found: Found): string {
  return found.kind === 'place' && found.unknown !== undefined
    ? m.find_unknown({ text: found.unknown, place: found.label })
    : '';
}
