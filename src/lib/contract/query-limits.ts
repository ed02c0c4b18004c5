/** Limits of the queries of `/api/points/…`: the function refuses more, the picker and the element don't send it. */

/** Entries of a list, as of excluded ids. */
export const MAX_ENTRIES = 100;
/** Characters that the picker and the element send; longer addresses aren't read by every server. */
export const MAX_QUERY = 4_000;
