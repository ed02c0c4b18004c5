/** Centimetres. */
export interface Dimensions {
  length: number;
  width: number;
  height: number;
}

/** Locker compartments (3 sources). The platform has no such field; it gets the dimensions. */
export const LOCKER_SIZES = {
  A: { length: 64, width: 38, height: 8 },
  B: { length: 64, width: 38, height: 19 },
  C: { length: 64, width: 38, height: 41 },
} as const satisfies Readonly<Record<string, Dimensions>>;
export type LockerSize = keyof typeof LOCKER_SIZES;

/** Maximum weight in a locker (1 source). */
export const LOCKER_KILOGRAMS = 25;

/** Other names of the sizes. */
const OTHER_NAMES: Readonly<Record<string, LockerSize>> = {
  S: 'A',
  SMALL: 'A',
  M: 'B',
  MEDIUM: 'B',
  L: 'C',
  LARGE: 'C',
};

/** @returns null for anything but the name of a size */
export function readLockerSize(text: string): LockerSize | null {
  const name = text.trim().toUpperCase();
  if (Object.hasOwn(LOCKER_SIZES, name)) return name as LockerSize;
  return Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name]! : null;
}

/** Whether a parcel fits into the largest compartment, turned any way. */
export function fitsLocker(dimensions: Dimensions): boolean {
  const sort = ({ length, width, height }: Dimensions) => [length, width, height].sort((a, b) => a - b);
  const largest = sort(LOCKER_SIZES.C);
  return sort(dimensions).every((side, at) => side <= largest[at]!);
}
