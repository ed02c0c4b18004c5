import { distanceMetres } from '#network/distance.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import type { PlaceRow } from '#network/snapshot-format/table-rows.ts';
import { SAME_CITY_METRES, type KnownCities } from './known-cities.ts';

/**
 * "Saint" in the names of towns in Romance and Germanic languages: people type the full word, while carriers often abbreviate it
 * to "St". The country decides what "St" stands for.
 */
const SAINTS = /(?<=^| )(saint|sainte|sankt|sint|santa|santo|san|sao)(?= )/;
const SHORT_SAINT = /(?<=^| )(st|ste)(?= )/;
const SAINTS_OF: Readonly<Record<string, readonly [st: string, ste: string]>> = {
  AT: ['sankt', 'sankt'],
  BE: ['saint', 'sainte'],
  CH: ['sankt', 'sainte'],
  DE: ['sankt', 'sankt'],
  FR: ['saint', 'sainte'],
  GB: ['saint', 'saint'],
  IE: ['saint', 'saint'],
  LU: ['saint', 'sainte'],
  NL: ['sint', 'sint'],
};

/**
 * Rows that find the network's cities by their other names: a city's own row with the other name, folded, as its first column
 * and, as written, as its last. A spelling that is only another form of the name ("Narva linn", "St Etienne") is empty there.
 * Names of cities © GeoNames, CC BY 4.0.
 * @param written what addresses call a city that has another name here, by `country\0folded name`
 */
export function* makeOtherNameRows(
  rows: readonly PlaceRow[],
  known: KnownCities,
  written: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<PlaceRow> {
  for (const [folded, own, kind, country, latitude, longitude, count] of rows) {
    if (kind !== 'city') continue;
    const names = new Map<string, string>();
    // Namesakes are sorted by population.
    const city = known
      .called(country, folded)
      .find((namesake) => distanceMetres(namesake, { latitude, longitude }) <= SAME_CITY_METRES);
    for (const name of city?.names ?? []) names.set(foldName(name), name);
    for (const spelling of spellSaint(folded, country)) names.set(spelling, '');
    for (const spelling of [...(written.get(`${country}\0${folded}`) ?? [])].map(foldName))
      if (!names.has(spelling)) names.set(spelling, '');
    names.delete(folded);
    for (const [other, name] of names) yield [other, own, kind, country, latitude, longitude, count, name];
  }
}

/** Spells a saint's town the other way: "saint etienne" → "st etienne", and vice versa. */
function spellSaint(folded: string, country: string): string[] {
  if (SAINTS.test(folded)) {
    const short = folded.replace(SAINTS, 'st');
    return /(^| )sainte /.test(folded) ? [short, folded.replace(SAINTS, 'ste')] : [short];
  }
  const [, short] = SHORT_SAINT.exec(folded) ?? [];
  const whole = SAINTS_OF[country]?.[short === 'ste' ? 1 : 0];
  return short === undefined || whole === undefined ? [] : [folded.replace(SHORT_SAINT, whole)];
}
