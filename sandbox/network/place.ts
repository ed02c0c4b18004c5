import { partitionPoint } from '#network/snapshot-format/partition-point.ts';
import { compareTexts, loadGeography, type City, type SandboxGeography } from './cities.ts';
import { COUNTRIES, shareOut, type IdPattern, type CountryShare } from './countries.ts';
import { foldTownCode } from './ids.ts';
import { METRES_PER_DEGREE, postcodeAt, shareOutPostcodes } from './postcodes.ts';
import { createRandom, hashText, pickWhole, type Random } from './random.ts';
import { STREET_WORDS, type StreetWords } from './street-words.ts';

/** Median distance from the town's centre: this many metres times the square root of the population. */
const MEDIAN_METRES = 5.5;
/** Shape parameter of the Weibull distribution of distances: the 90th percentile is 2.2 times the median. */
const SPREAD_SHAPE = 1.5;
/** Share of the spots with several points; with STACK_SIZES, about 22 % of all points share a spot. */
const STACK_SHARE = 0.101;
/** Probabilities of stacks of 2, 3, … 8 points. */
const STACK_SIZES = [0.7, 0.17, 0.07, 0.03, 0.015, 0.008, 0.007];
const ZERO_SHARE = 0.015;

/** Locations and kinds of the points, as columns in the order of the list. */
export type Placement = ReturnType<typeof createPlacement>;

function createPlacement(count: number) {
  return {
    cities: [] as City[],
    /** Index into `cities`. */
    city: new Int32Array(count),
    /** Hundred-thousandths of a degree. */
    latitude: new Int32Array(count),
    longitude: new Int32Array(count),
    /** Number in the id; equal or consecutive within a stack. */
    serial: new Int32Array(count),
    /** Position in the stack, 0 … 7; 0 for a single point. */
    member: new Uint8Array(count),
    /** 1 = locker, 0 = shop. */
    locker: new Uint8Array(count),
    /** Address in the city: index into the country's street names, house number, number of the postcode. */
    street: new Int16Array(count),
    house: new Int16Array(count),
    postcode: new Int32Array(count),
    /** Index into COUNTRIES. */
    country: new Uint8Array(count),
  };
}

/** Places the points of a network; the same seed gives the same network. */
export function placePoints(count: number, seed: number): Placement {
  const geography = loadGeography();
  const placement = createPlacement(count);
  let from = 0;
  for (const share of shareOut(count)) {
    placeCountry(placement, share, from, geography, seed);
    from += share.points;
  }
  return placement;
}

function placeCountry(
  placement: Placement,
  share: CountryShare,
  from: number,
  geography: SandboxGeography,
  seed: number,
): void {
  const { country, points } = share;
  const countryIndex = COUNTRIES.indexOf(country);
  const random = createRandom(seed, countryIndex);
  const cities = orderCities(geography.citiesOf.get(country.code)!, country.ids);
  const serials = createSerials(country.ids);
  const postcodes = shareOutPostcodes(cities, country.code);
  const sizes = drawStackSizes(cities, points, random);
  let index = from;
  let lockersLeft = share.lockers;
  for (const [cityIndex, city] of cities.entries()) {
    const stacks: Stack[] = [];
    for (const size of sizes[cityIndex]!) {
      const { latitude, longitude } = scatter(city, geography, random);
      const serial = serials(city, size, random);
      const postcode = postcodeAt(city, postcodes.get(city)!, latitude / 1e5, longitude / 1e5);
      stacks.push({ index, size, postcode, along: longitude });
      for (let member = 0; member < size; member += 1) {
        const pointsLeft = from + points - index;
        const isLocker = drawKind(member, placement.locker[index - 1] === 1, lockersLeft, pointsLeft, random);
        if (isLocker) lockersLeft -= 1;
        const zero = random() < ZERO_SHARE;
        placement.city[index] = placement.cities.length;
        placement.latitude[index] = zero ? 0 : latitude;
        placement.longitude[index] = zero ? 0 : longitude;
        placement.serial[index] = serial(member);
        placement.member[index] = member;
        placement.locker[index] = isLocker ? 1 : 0;
        placement.country[index] = countryIndex;
        index += 1;
      }
    }
    layStreets(placement, city, stacks);
    placement.cities.push(city);
  }
}

/** Points of a city at the same place. */
interface Stack {
  /** Index of the first point, and their number. */
  index: number;
  size: number;
  postcode: number;
  along: number;
}

/** Minimum of houses per street. A street's name occurs once per city, so that no two stacks have the same address. */
const HOUSES = 3;
const NUMBER_STEP = 4;

/** Assigns streets and house numbers to the stacks of a city, by postcode and then from west to east. */
function layStreets(placement: Placement, city: City, stacks: Stack[]): void {
  const names = (STREET_WORDS[city.country] as StreetWords).names.length;
  const first = hashText(city.name) % names;
  const houses = Math.max(HOUSES, Math.ceil(stacks.length / names));
  stacks.sort((a, b) => a.postcode - b.postcode || a.along - b.along);
  for (const [rank, { index, size, postcode }] of stacks.entries()) {
    const street = (first + Math.floor(rank / houses)) % names;
    const house = 1 + (rank % houses) * NUMBER_STEP + (index % NUMBER_STEP);
    placement.street.fill(street, index, index + size);
    placement.house.fill(house, index, index + size);
    placement.postcode.fill(postcode, index, index + size);
  }
}

/** Sorts by town code if the country's ids begin with it; otherwise keeps the order of the regions. */
function orderCities(cities: City[], ids: IdPattern): City[] {
  if (!haveTownCode(ids)) return cities;
  return cities
    .map((city) => ({ city, code: foldTownCode(city.name) }))
    .sort((a, b) => compareTexts(a.code, b.code))
    .map(({ city }) => city);
}

const haveTownCode = (ids: IdPattern): boolean => ids === 'town' || ids === 'long-town';

/** Draws the sizes of the stacks in each city. The number of stacks is proportional to the population. */
function drawStackSizes(cities: City[], points: number, random: Random): number[][] {
  const sums = new Float64Array(cities.length);
  let people = 0;
  cities.forEach((city, index) => {
    people += city.population;
    sums[index] = people;
  });
  const sizes: number[][] = cities.map(() => []);
  let left = points;
  while (left > 0) {
    const size = Math.min(left, drawStackSize(random));
    const drawn = random() * people;
    sizes[partitionPoint(sums.length - 1, (at) => sums[at]! <= drawn)]?.push(size);
    left -= size;
  }
  return sizes;
}

function drawStackSize(random: Random): number {
  if (random() >= STACK_SHARE) return 1;
  let chance = random();
  const index = STACK_SIZES.findIndex((share) => (chance -= share) < 0);
  return index === -1 ? 2 : index + 2;
}

/**
 * Draws locker or shop such that the country's numbers are exact, and stacks combine lockers and shops more often than by
 * chance.
 */
function drawKind(
  member: number,
  afterLocker: boolean,
  lockersLeft: number,
  pointsLeft: number,
  random: Random,
): boolean {
  const shopsLeft = pointsLeft - lockersLeft;
  if (lockersLeft === 0 || shopsLeft === 0) return shopsLeft === 0;
  const lockerChance = lockersLeft / pointsLeft;
  if (member === 0) return random() < lockerChance;
  const shopChance = Math.min(0.8, (1 - lockerChance) * 2);
  return afterLocker ? random() >= shopChance : random() < Math.max(lockerChance, 0.6);
}

/** Draws a place around the centre, in hundred-thousandths of a degree. Makes up to four attempts to find a settled one. */
function scatter(
  city: City,
  geography: SandboxGeography,
  random: Random,
): { latitude: number; longitude: number } {
  let latitude = city.latitude;
  let longitude = city.longitude;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const medians = (-Math.log(1 - random()) / Math.LN2) ** (1 / SPREAD_SHAPE);
    const degrees = (medians * MEDIAN_METRES * Math.sqrt(city.population)) / METRES_PER_DEGREE;
    const angle = random() * 2 * Math.PI;
    latitude = city.latitude + degrees * Math.sin(angle);
    longitude = city.longitude + (degrees * Math.cos(angle)) / Math.cos((city.latitude * Math.PI) / 180);
    if (geography.isSettled(latitude, longitude)) break;
  }
  return { latitude: Math.round(latitude * 1e5), longitude: Math.round(longitude * 1e5) };
}

/**
 * Counts the ids' numbers. Running numbers have small gaps and ascend within a stack. The others are the same within a stack,
 * whose letters differ. Numbers after a town code are counted per code.
 */
function createSerials(
  ids: IdPattern,
): (city: City, size: number, random: Random) => (member: number) => number {
  const last = new Map<string, number>();
  const byTown = haveTownCode(ids);
  const shared = byTown || ids === 'hexadecimal';
  return (city, size, random) => {
    const series = byTown ? foldTownCode(city.name) : '';
    const first = (last.get(series) ?? 0) + (byTown ? 1 : pickWhole(random, 1, 3));
    last.set(series, shared ? first : first + size - 1);
    return (member) => (shared ? first : first + member);
  };
}
