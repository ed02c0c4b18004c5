/** Placeholders for unknown values in feeds. Only zeros are neither a postcode nor a building number. */
const UNKNOWN = /^(unknown|undefined|null|none|nan|n\/?a|[\s0.?*–—-]*)$/i;

export const isUnknown = (text: string): boolean => UNKNOWN.test(text);

export const removeTags = (content: string): string => content.replace(/<\/?[a-z][^<>]{0,100}>/gi, ' ');
