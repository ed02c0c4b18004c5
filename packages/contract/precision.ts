/**
 * The precision of a found position, most precise first: the requested place itself, a place between its
 * known neighbours, or the middle of its street, postcode or city.
 */
export const PRECISIONS = ['exact', 'between', 'street', 'postcode', 'city'] as const;

export type Precision = (typeof PRECISIONS)[number];
