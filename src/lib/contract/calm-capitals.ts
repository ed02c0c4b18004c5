/** Short words inside names of streets and towns, in the languages of those who write them in capitals. */
const SMALL_WORDS =
  /^(a|à|al|am|an|au|aux|d|da|das|de|dei|del|della|dem|den|der|des|di|do|dos|du|e|el|en|et|im|in|l|la|las|le|les|los|of|sous|sur|the|u|und|van|von|y|z)$/;
const ROMAN = /^[ivx]+$/;

/**
 * Writes a street or town that came in capitals as people write it: "RUE DU GENERAL DE GAULLE" → "Rue du General de Gaulle". What has any
 * small letter, or no word of four letters, stays as it is.
 */
export function calmCapitals(name: string): string {
  if (/\p{Ll}/u.test(name) || !/\p{Lu}{4}/u.test(name)) return name;
  return name.replace(/\p{L}[\p{L}\p{M}]*/gu, (word, at: number) => {
    const small = word.toLowerCase();
    // A letter behind a number belongs to it: "147B".
    if (ROMAN.test(small) || /\p{N}/u.test(name.charAt(at - 1))) return word;
    return at > 0 && SMALL_WORDS.test(small) ? small : word.charAt(0) + small.slice(1);
  });
}
