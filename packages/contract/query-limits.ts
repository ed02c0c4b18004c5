/**
 * Limits for queries to `/api/points/…`. The function refuses longer ones; the picker and the element don't
 * send them.
 */

/** Entries in a list, such as excluded ids. */
export const MAX_ENTRIES = 100;
/** Characters in a query of the picker or the element, because not every server accepts longer URLs. */
export const MAX_QUERY = 4_000;
