import { readKnownCities, type KnownCity } from '../../publisher/known-cities.ts';
import type { Position } from '../../packages/network/distance.ts';

/** A house in a made-up town. The network may not have it. */
export interface MadeHouse {
  country: string;
  city: KnownCity;
  /** The city as the list writes it. */
  listedCity: string;
  street: string;
  number: string;
  /** Empty in countries whose list has no postcodes. */
  postcode: string;
  position: Position;
  /** Unique name of the shop in the house; empty if there is none. */
  name: string;
  /** Whether the list has a point in this house. */
  listed: boolean;
}

/** Number of towns per country; the most populous ones are used. */
const TOWNS = 12;
const HOUSES = 10;
/** One in this many houses isn't listed; which one it is differs from town to town. */
const UNLISTED = 5;
const START_METRES = 400;
const HOUSE_METRES = 25;
const METRES_OF_DEGREE = 111_195;
/** Suffixes that carriers write after the number, in their different styles. */
const SUFFIXES = ['', '-a', '', 'B', '/3', ' bis', '', 'E', ' A-C', '-B'];

/** Shop owners, one for each town of a country. */
const OWNERS = [
  ...['Jansen', 'De Vries', 'Van den Berg', 'Bakker', 'Visser', 'Smit'],
  ...['Meijer', 'De Boer', 'Mulder', 'De Groot', 'Bos', 'Vos'],
];

interface Form {
  streets: readonly string[];
  /** Kinds of shops, one for each street. */
  shops: readonly string[];
  /** Builds a shop's name from its kind, with the city in front or the owner at the end. */
  nameShop: (shop: string, city: string, owner: string) => string;
  /** The parts of the address that name the city. */
  address: (city: string) => Record<string, string>;
  postcodes: boolean;
}

/** How the lists of seven countries write addresses: with the city in its own field, in another one, in the genitive, or followed by a word for municipality. */
const FORMS: Readonly<Record<string, Form>> = {
  LT: {
    shops: ['Maxima', 'paštas', 'Norfa', 'Iki', 'autobusų stotis', 'Žolynų vaistinė'],
    nameShop: (shop, city) => `${city} ${shop}`,
    streets: ['Gedimino pr.', 'Laisvės al.', 'Vytauto g.', 'Taikos pr.', 'Sodų g.', 'Mokyklos g.'],
    address: (city) => ({ administrativeArea: `${writeGenitive(city)} m. sav.` }),
    postcodes: false,
  },
  LV: {
    shops: ['Rimi', 'pasta nodaļa', 'Elvi', 'Mego', 'autoosta', 'Mēness aptieka'],
    nameShop: (shop, city) => `${city} ${shop}`,
    streets: ['Brīvības iela', 'Rīgas iela', 'Skolas iela', 'Dārza iela', 'Parka iela', 'Raiņa bulvāris'],
    address: (city) => ({ city: `${city} novads` }),
    postcodes: false,
  },
  EE: {
    shops: ['Rimi', 'postkontor', 'Selver', 'Coop Konsum', 'bussijaam', 'Südameapteek'],
    nameShop: (shop, city) => `${city} ${shop}`,
    streets: ['Tartu mnt', 'Pargi tn', 'Kooli tn', 'Aia tn', 'Narva mnt', 'Jaama tn'],
    address: (city) => ({ city: `${city} linn` }),
    postcodes: false,
  },
  PL: {
    shops: ['Delikatesy', 'Kiosk', 'Piekarnia', 'Kwiaciarnia', 'Księgarnia', 'Apteka'],
    nameShop: (shop, city) => `${city} ${shop}`,
    streets: ['Długa', 'Polna', 'Leśna', 'Szkolna', 'Ogrodowa', 'Krótka'],
    address: (city) => ({ city: `gmina ${city}` }),
    postcodes: false,
  },
  DE: {
    shops: ['Bäckerei', 'Kiosk', 'Blumen', 'Buchhandlung', 'Reinigung', 'Apotheke'],
    nameShop: (shop, city) => `${city} ${shop}`,
    streets: ['Hauptstraße', 'Bahnhofstraße', 'Schulstraße', 'Gartenstraße', 'Bergstr.', 'Am Anger'],
    address: (city) => ({ city: `Gemeinde ${city}` }),
    postcodes: false,
  },
  CZ: {
    shops: ['Potraviny', 'Trafika', 'Pekařství', 'Květiny', 'Knihkupectví', 'Lékárna'],
    nameShop: (shop, city) => `${city} ${shop}`,
    streets: ['Nádražní', 'Školní', 'Zahradní', 'Lesní', 'Polní', 'Krátká'],
    address: (city) => ({ city: `okres ${city}` }),
    postcodes: false,
  },
  NL: {
    shops: ['Bakkerij', 'Boekhandel', 'Kapsalon', 'Slijterij', 'Fietsenwinkel', 'Dierenwinkel'],
    nameShop: (shop, _, owner) => `${shop} ${owner}`,
    streets: ['Dorpsstraat', 'Kerkstraat', 'Stationsweg', 'Molenlaan', 'Plein 1944', "'s-Gravenweg"],
    address: (city) => ({ city }),
    postcodes: true,
  },
};

/** Endings of Lithuanian town names, and their genitive forms. */
const GENITIVES: readonly (readonly [nominative: RegExp, genitive: string])[] = [
  [/iai$/, 'ių'],
  [/as$/, 'o'],
  [/us$/, 'aus'],
  [/[iy]s$/, 'io'],
  [/a$/, 'os'],
  [/ė$/, 'ės'],
  [/e$/, 'ės'],
];

function writeGenitive(name: string): string {
  const [ending, genitive] = GENITIVES.find(([nominative]) => nominative.test(name)) ?? [/$/, ''];
  return name.replace(ending, genitive);
}

/** Makes all houses of the made-up towns. They stand along streets that lead away from the centres of cities on the base map. */
export function makeHouses(): MadeHouse[] {
  return Object.entries(FORMS).flatMap(([country, { streets, postcodes, shops, nameShop }]) =>
    readKnownCities()
      .all.filter((city) => city.country === country)
      .slice(0, TOWNS)
      .flatMap((city, town) =>
        streets.flatMap((street, way) =>
          SUFFIXES.slice(0, HOUSES).map((suffix, at) => ({
            country,
            city,
            listedCity: Object.values(FORMS[country]!.address(city.names[0]!))[0]!,
            street,
            number: `${2 * at + 1}${suffix}`,
            postcode: postcodes ? `${1100 + 61 * town} ${'ABCDEFGH'[way]}K` : '',
            position: walk(city, (2 * Math.PI * way) / streets.length, START_METRES + HOUSE_METRES * at),
            name:
              (at + town) % UNLISTED === 1 && at < UNLISTED
                ? nameShop(shops[way]!, city.names[0]!, OWNERS[town]!)
                : '',
            listed: (at + town) % UNLISTED !== 0,
          })),
        ),
      ),
  );
}

function walk({ latitude, longitude }: Position, angle: number, metres: number): Position {
  const degrees = metres / METRES_OF_DEGREE;
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + Math.cos(angle) * degrees,
    longitude: longitude + (Math.sin(angle) * degrees) / narrowing,
  };
}

/** Makes the platform's items for the listed houses. */
export function makeItems(): object[] {
  return makeHouses()
    .filter(({ listed }) => listed)
    .map(({ country, city, street, number, postcode, position, name }, at) => ({
      id: `${country}_MADE${at}`,
      type: 'PUDO',
      country,
      ...(name === '' ? {} : { name }),
      locationType: 'INDOOR',
      coordinates: position,
      address: {
        country,
        street,
        buildingNumber: number,
        ...(postcode === '' ? {} : { postalCode: postcode }),
        ...FORMS[country]!.address(city.names[0]!),
      },
    }));
}
