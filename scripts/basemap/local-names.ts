/** English names that GeoNames gives to some towns, with the names on the spot, which a map of the spot should bear. */
export const LOCAL_NAMES: Readonly<Record<string, string>> = {
  Antwerp: 'Antwerpen',
  Athens: 'Athína',
  Belgrade: 'Beograd',
  Bruges: 'Brugge',
  Brussels: 'Bruxelles',
  Bucharest: 'București',
  Copenhagen: 'København',
  Florence: 'Firenze',
  Genoa: 'Genova',
  Gothenburg: 'Göteborg',
  Lisbon: 'Lisboa',
  Milan: 'Milano',
  Munich: 'München',
  Naples: 'Napoli',
  Padua: 'Padova',
  Pilsen: 'Plzeň',
  Prague: 'Praha',
  Rome: 'Roma',
  Syracuse: 'Siracusa',
  'The Hague': 'Den Haag',
  Turin: 'Torino',
  Venice: 'Venezia',
  Vienna: 'Wien',
  Warsaw: 'Warszawa',
};

/** Where those names are meant: there is a Florence in Italy, and several elsewhere. */
export const LOCAL_NAME_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE CZ DE DK GR IT NL PL PT RO RS SE'.split(' '),
);
