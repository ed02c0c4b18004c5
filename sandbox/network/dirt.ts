import type { PointItem } from './items.ts';
import type { Random } from './random.ts';

/** What real feeds get wrong about a whole point, with how often it happens. 0,0 is drawn where points are placed. */
const DIRT: readonly [share: number, corrupt: (item: PointItem) => void][] = [
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

/** Puts a fault into the few items that have one. */
export function corrupt(item: PointItem, random: Random): void {
  let chance = random();
  DIRT.find(([share]) => (chance -= share) < 0)?.[1](item);
}
