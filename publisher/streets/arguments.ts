import { basename } from 'node:path';
import { StreetsError } from './explain-failure.ts';

export type StreetsCommand = ReturnType<typeof readStreetsArguments>;

const USAGE = `npm run streets -- FILE.pmtiles [--area NAME]   import an archive; the area is named after the file, or NAME
… --no-search                                   without the files for the address search
npm run streets -- --remove [NAME]              remove an area; without NAME, all areas
npm run streets                                 list the areas
… --to s3://BUCKET/PREFIX                       then copy the published areas into an object store`;

const AREA = /^[a-z0-9][a-z0-9-]{0,62}$/;

/**
 * Parses the command line. `search`: whether to publish the files for the address search. `to`: the object store to copy the
 * published streets into, `s3://bucket/prefix`; null for none.
 * @throws StreetsError with the usage, or if the area's name is invalid
 */
export function readStreetsArguments(words: readonly string[]) {
  const search = !words.includes('--no-search');
  const others = words.filter((word) => word !== '--no-search');
  const at = others.indexOf('--to');
  const to = at === -1 ? null : (others[at + 1] ?? '');
  const [first, second, third, ...more] = at === -1 ? others : others.toSpliced(at, 2);
  if (to !== null && !to.startsWith('s3://')) throw new StreetsError(USAGE);
  if (first === undefined) return { what: 'list', to } as const;
  if (first === '--remove' && third === undefined)
    return { what: 'remove', area: second ?? null, to } as const;
  if (
    first.startsWith('-') ||
    more.length > 0 ||
    (second !== undefined && (second !== '--area' || third === undefined))
  )
    throw new StreetsError(USAGE);
  const area = third ?? nameArea(first);
  if (!AREA.test(area))
    throw new StreetsError(
      `"${area}" is not a valid area name: use lower-case letters, digits and dashes. Set it with --area.`,
    );
  return { what: 'take', file: first, area, search, to } as const;
}

/** Derives the area's name from the file's: `ad-Andorra_2026.pmtiles` gives `ad-andorra-2026`. */
function nameArea(file: string): string {
  return basename(file)
    .replace(/\.pmtiles$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
