const NO_WIDTH = '\u200B';
const NO_BREAK = '\u00A0';

/**
 * Makes a placeholder break before its commas only, so that none stands at the end of a line: of "City, street, postcode", a
 * narrow field shows "City, street". Its box shows the first line only (base.css).
 */
export const wrapPlaceholder = (text: string): string => text.replaceAll(', ', `${NO_WIDTH},${NO_BREAK}`);
