/**
 * Copies a text that outlives its request. V8 makes a slice of 13 characters or more a view into
 * the text it was cut from, so that the slice keeps the whole text in memory, whatever its length.
 * If all characters are Latin-1, the copy takes one byte for each, even if the whole text took two.
 */
export const copyText = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
