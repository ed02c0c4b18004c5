import type { PointItem } from './items.ts';
import type { Random } from './random.ts';

/** What real feeds get wrong about a whole point, with how often it happens. 0,0 is drawn where points are placed. */
const DIRT_SHARES = {
  'test record': 0.001,
  'empty type': 0.0005,
  'null type': 0.0003,
  'out of range': 0.0002,
  swapped: 0.0002,
  'string coordinates': 0.0002,
};
export type Dirt = keyof typeof DIRT_SHARES;
const ANY_DIRT_SHARE = Object.values(DIRT_SHARES).reduce((sum, share) => sum + share, 0);

/** The fault of a point, or undefined for the many that have none. */
export function drawDirt(random: Random): Dirt | undefined {
  let chance = random();
  if (chance >= ANY_DIRT_SHARE) return undefined;
  for (const [dirt, share] of Object.entries(DIRT_SHARES)) {
    chance -= share;
    if (chance < 0) return dirt as Dirt;
  }
  return undefined;
}

/** Puts the fault into the item. */
export function corrupt(item: PointItem, dirt: Dirt): void {
  const { latitude, longitude } = item.coordinates;
  switch (dirt) {
    case 'test record':
      item.displayName = 'TEST';
      item.description.content = 'TEST PLEASE DO NOT REMOVE';
      item.address.street = 'TEST';
      break;
    case 'empty type':
      item.type = '';
      break;
    case 'null type':
      item.type = null;
      break;
    case 'out of range':
      item.coordinates = { latitude: Number(latitude) + 100, longitude: Number(longitude) - 400 };
      break;
    case 'swapped':
      item.coordinates = { latitude: longitude, longitude: latitude };
      break;
    case 'string coordinates':
      item.coordinates = { latitude: String(latitude), longitude: String(longitude) };
  }
}
