/** A box in the units of its contents, y downwards. */
export interface UnitBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** Computes the box around positions, x and y alternating. */
export function boxAround(positions: ArrayLike<number>): UnitBox {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 2) {
    const [x, y] = [positions[at]!, positions[at + 1]!];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  return { west, north, east, south };
}
