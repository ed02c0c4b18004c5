/** Control characters and bidirectional marks, which labels can't print. */
// eslint-disable-next-line no-control-regex -- matched on purpose
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/** Removes what labels can't print, and superfluous blanks. Joins letters with their marks: "ó" is one letter. */
export const tidy = (text = ''): string =>
  text.normalize().replaceAll(UNPRINTABLE, ' ').replaceAll(/\s+/g, ' ').trim();
