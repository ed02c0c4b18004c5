/** Icon of a point, the same on the map and in the list. */
export type PointKind = 'locker' | 'shop' | 'other';

/** SVG paths in a square of 20 × 20 centred at 18, 18, for strokes of width 2. */
export const GLYPHS: Readonly<Record<PointKind, string>> = {
  /** Doors of three sizes. */
  locker:
    'M10 9h16v18H10zM18 9v18M10 15h8M10 21h8M18 18h8M14.5 12h.01M22 13.500h.01M14.5 18h.01M14.5 24h.01M22 22.500h.01',
  /** A shop front: awning, wall, door. */
  shop: 'M10.5 10h15l2 5.500a2.4 2.4 0 0 1-4.75 0 2.4 2.4 0 0 1-4.75 0 2.4 2.4 0 0 1-4.75 0 2.4 2.4 0 0 1-4.75 0zM11 18.500V27h14v-8.500M16 27v-5.500h4V27',
  /** A parcel. */
  other: 'M18 9.500l8 4v9l-8 4-8-4v-9zM10 13.500l8 4 8-4M18 17.500v9M14 11.500l8 4',
};

/** Chooses the icon. `type` is an open enum: any type but lockers and shops gets the parcel. */
export function pointKind(type: string): PointKind {
  if (type === 'APM') return 'locker';
  return type === 'PUDO' ? 'shop' : 'other';
}
