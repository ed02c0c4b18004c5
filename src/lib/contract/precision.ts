/**
 * What a found position is, exactest first: that of the place asked for, of a place between its known neighbours, or the middle of its street,
 * postcode or city.
 */
export const PRECISIONS = ['exact', 'between', 'street', 'postcode', 'city'] as const;

export type Precision = (typeof PRECISIONS)[number];
