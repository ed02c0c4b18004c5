import { makePictureUrl } from '../pictures.ts';
import { makeAddress, type MadeUpAddress } from './addresses.ts';
import type { City } from './cities.ts';
import { COUNTRIES } from './countries.ts';
import { makeDescriptions, type PointDescriptions } from './descriptions.ts';
import { makeId } from './ids.ts';
import { makeWeek, type Week } from './opening-hours.ts';
import type { Placement } from './place.ts';
import { createRandom, pickRandom, type Random } from './random.ts';

/** A point of the list: the fields in the platform's document, and further ones of real feeds. */
export interface PointItem extends PointDescriptions {
  id: string;
  type: string | null;
  country: string;
  locationType: string;
  imageUrl: string;
  coordinates: { latitude: number | string; longitude: number | string };
  displayName?: string;
  address: MadeUpAddress;
  capabilities: string[];
  location247: boolean;
  operatingHours: { customer: Week | null };
}

const SHOP_NAMES = [
  'Corner Shop',
  'Kiosk',
  'Papeterie',
  'Station Shop',
  'Mini Market',
  'Flowers & More',
  'Copy Centre',
];

/** Seeds of a point's streams of random numbers. They are separate, so that points of a stack share only their address. */
const ADDRESS_STREAM = 1_000_003;
const ITEM_STREAM = 2_000_003;
const CORRUPTION_STREAM = 3_000_017;

/** Makes the id of the item at a position in the list. */
export function generateId(placement: Placement, index: number): string {
  return makeId({
    country: COUNTRIES[placement.country[index]!]!,
    townName: placement.cities[placement.city[index]!]!.name,
    serial: placement.serial[index]!,
    member: placement.member[index]!,
    locker: placement.locker[index] === 1,
  });
}

/** Makes the item at a position in the list. */
export function makeItem(placement: Placement, index: number, seed: number, imageBase: string): PointItem {
  const at = (column: ArrayLike<number>) => column[index]!;
  const city = placement.cities[at(placement.city)]!;
  const country = COUNTRIES[at(placement.country)]!;
  const member = at(placement.member);
  const locker = at(placement.locker) === 1;
  const id = generateId(placement, index);
  const spot = { street: at(placement.street), house: at(placement.house), postcode: at(placement.postcode) };
  const type = locker ? 'APM' : 'PUDO';
  const random = createRandom(seed + ITEM_STREAM, index);
  const descriptions = makeDescriptions(country.code, random);
  const location247 = random() < (locker ? 0.9 : 0.013);
  const item: PointItem = {
    id,
    type,
    country: country.code,
    locationType: random() < 0.08 ? 'INDOOR' : 'OUTDOOR',
    imageUrl: makePictureUrl(imageBase, type, id),
    coordinates: { latitude: at(placement.latitude) / 1e5, longitude: at(placement.longitude) / 1e5 },
    ...makeDisplayName(locker, city, random),
    address: makeAddress(city, spot, createRandom(seed + ADDRESS_STREAM, index - member)),
    ...descriptions,
    capabilities: makeCapabilities(random),
    location247,
    operatingHours: { customer: location247 || random() < 0.02 ? null : makeWeek(random) },
  };
  corrupt(item, createRandom(seed + CORRUPTION_STREAM, index));
  return item;
}

function makeDisplayName(locker: boolean, city: City, random: Random): { displayName?: string } {
  if (random() >= 0.15) return {};
  return { displayName: locker ? `Locker ${city.name}` : `${pickRandom(random, SHOP_NAMES)} ${city.name}` };
}

function makeCapabilities(random: Random): string[] {
  const chance = random();
  if (chance < 0.976) return ['PARCEL_COLLECT', 'PARCEL_SEND'];
  if (chance < 0.996) return [];
  return chance < 0.999 ? ['PARCEL_COLLECT'] : ['PARCEL_SEND'];
}

/** Defects of real feeds, with their shares. (place.ts draws coordinates 0,0.) */
const CORRUPTIONS: readonly [share: number, corrupt: (item: PointItem) => void][] = [
  [
    0.001,
    (item) => {
      item.displayName = item.address.street = 'TEST';
      item.description.content = 'TEST PLEASE DO NOT REMOVE';
    },
  ],
  [0.0005, (item) => (item.type = '')],
  [0.0003, (item) => (item.type = null)],
  [0.0002, (item) => move(item, (latitude, longitude) => [Number(latitude) + 100, Number(longitude) - 400])],
  [0.0002, (item) => move(item, (latitude, longitude) => [longitude, latitude])],
  [0.0002, (item) => move(item, (latitude, longitude) => [String(latitude), String(longitude)])],
];

type Axis = number | string;

function move(item: PointItem, change: (latitude: Axis, longitude: Axis) => [Axis, Axis]): void {
  const [latitude, longitude] = change(item.coordinates.latitude, item.coordinates.longitude);
  item.coordinates = { latitude, longitude };
}

/** Applies a defect to a few items. */
function corrupt(item: PointItem, random: Random): void {
  let chance = random();
  CORRUPTIONS.find(([share]) => (chance -= share) < 0)?.[1](item);
}
