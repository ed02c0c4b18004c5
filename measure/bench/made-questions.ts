import { foldName } from '../../packages/network/snapshot-format/fold.ts';
import { createRandom, pickRandom, type Random } from '../../sandbox/network/random.ts';
import { makeHouses, type MadeHouse } from './made-network.ts';
import type { QuestionKind } from './search-questions.ts';

/** Number of questions of each kind. */
const AMOUNT = 200;
const SEED = 20_261_124;
/** Tolerance for the house itself. */
const HOUSE_METRES = 60;
/** Tolerance for the street: the distance between its middle and its ends. */
const STREET_METRES = 300;
const CITY_METRES = 6_000;

interface Kind {
  kind: string;
  tolerance: number;
  accepts: (house: MadeHouse) => boolean;
  write: (house: MadeHouse, random: Random) => string;
}

const hasLetters = ({ number, listed }: MadeHouse) => listed && /\D/.test(number);
const nameOf = ({ city }: MadeHouse) => city.names[0]!;

const KINDS: readonly Kind[] = [
  {
    kind: 'number with letters, city',
    tolerance: HOUSE_METRES,
    accepts: hasLetters,
    write: (house, random) => `${house.street} ${rewrite(house.number, random)}, ${nameOf(house)}`,
  },
  {
    kind: 'number before the street, city',
    tolerance: HOUSE_METRES,
    // "1 Plein 1944" could be either number.
    accepts: ({ street, listed }) => listed && !/\d/.test(street),
    write: (house, random) => `${rewrite(house.number, random)} ${house.street}, ${nameOf(house)}`,
  },
  {
    kind: 'no postcodes: street, number, city in either order',
    tolerance: HOUSE_METRES,
    accepts: ({ postcode, listed }) => listed && postcode === '',
    write: (house, random) => {
      const address = `${house.street} ${house.number}`;
      return random() < 0.5 ? `${address}, ${nameOf(house)}` : `${nameOf(house)}, ${address}`;
    },
  },
  {
    kind: 'city that lists name in another field or form',
    tolerance: CITY_METRES,
    accepts: ({ postcode }) => postcode === '',
    write: nameOf,
  },
  {
    kind: 'street, number, city as the list writes it',
    tolerance: HOUSE_METRES,
    accepts: ({ listed }) => listed,
    write: (house) => `${house.street} ${house.number}, ${house.listedCity}`,
  },
  {
    kind: 'unknown street, city as the list writes it',
    tolerance: CITY_METRES,
    accepts: () => true,
    write: (house) => `Xyzzy 7, ${house.listedCity}`,
  },
  {
    kind: 'house that is not in the list, city',
    tolerance: STREET_METRES,
    accepts: ({ listed }) => !listed,
    write: (house, random) => `${house.street} ${rewrite(house.number, random)}, ${nameOf(house)}`,
  },
  {
    kind: 'shop’s own name',
    tolerance: HOUSE_METRES,
    accepts: ({ name }) => name !== '',
    write: ({ name }, random) => pickRandom(random, [name, name.toLowerCase(), foldName(name)]),
  },
  {
    kind: 'shop’s own name, a letter missing',
    tolerance: HOUSE_METRES,
    accepts: ({ name }) => name !== '',
    write: ({ name }, random) => {
      const at = Math.floor(name.length * (0.5 + random() / 2));
      return name.slice(0, at) + name.slice(at + 1);
    },
  },
  {
    kind: 'postcode and city: the postcode, not the middle of the city',
    tolerance: STREET_METRES,
    accepts: ({ postcode, listed }) => listed && postcode !== '',
    write: (house, random) => {
      const joined = random() < 0.5 ? house.postcode.replace(' ', '') : house.postcode;
      return `${random() < 0.5 ? joined.toLowerCase() : joined} ${nameOf(house)}`;
    },
  },
];

/** Makes questions about the made-up network. All of its houses are known, including those that aren't listed. */
export function makeMadeQuestions(): QuestionKind[] {
  const houses = makeHouses();
  return KINDS.map(({ kind, tolerance, accepts, write }, at) => {
    const random = createRandom(SEED, at);
    const matching = houses.filter(accepts);
    const questions = Array.from({ length: AMOUNT }, () => {
      const house = pickRandom(random, matching);
      const { country, position, city } = house;
      const place = tolerance === CITY_METRES ? city : position;
      return { text: write(house, random), country, position: place, tolerance };
    });
    return { kind, questions };
  });
}

/** Writes the number as another person would: "15-a" as "15a", "15 A" or "15/a". */
function rewrite(number: string, random: Random): string {
  const [, digits, letter] = /^(\d+)[ -]?(\p{L})$/u.exec(number) ?? [];
  if (digits === undefined || letter === undefined) return number;
  return pickRandom(random, [
    number,
    `${digits}${letter}`,
    `${digits} ${letter.toUpperCase()}`,
    `${digits}/${letter}`,
  ]);
}
