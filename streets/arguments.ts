import { basename } from 'node:path';
import { StreetsError } from './streets-error.ts';

/** What `npm run streets` is told. */
export type Wish =
  { what: 'take'; file: string; area: string } | { what: 'remove'; area: string | null } | { what: 'list' };

export const USAGE = `npm run streets -- FILE.pmtiles [--area NAME]   takes an archive over; the area is called like the file
npm run streets -- --remove [NAME]              takes an area away, or all of them
npm run streets                                 lists what there is`;

const AREA = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** @throws StreetsError with the usage */
export function readArguments(words: readonly string[]): Wish {
  const [first, second, third, ...more] = words;
  if (first === undefined) return { what: 'list' };
  if (first === '--remove' && third === undefined) return { what: 'remove', area: second ?? null };
  if (
    first.startsWith('-') ||
    more.length > 0 ||
    (second !== undefined && (second !== '--area' || third === undefined))
  )
    throw new StreetsError(USAGE);
  const area = third ?? nameArea(first);
  if (!AREA.test(area))
    throw new StreetsError(
      `"${area}" can't be the name of an area: small letters, digits and dashes. Name it with --area.`,
    );
  return { what: 'take', file: first, area };
}

/** `ad-Andorra_2026.pmtiles` is the area `ad-andorra-2026`. */
function nameArea(file: string): string {
  return basename(file)
    .replace(/\.pmtiles$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
