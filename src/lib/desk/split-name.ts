/**
 * Splits a whole name. The last word is the last name, unless a comma says otherwise: "Lis, Oskar".
 * @param isLastNameFirst whether the first word is the last name
 */
export function splitName(name: string, isLastNameFirst = false): { firstName: string; lastName: string } {
  const [before = '', after = ''] = name.split(',').map((part) => part.trim());
  if (after !== '') return { firstName: after, lastName: before };
  const words = before.split(' ').filter((word) => word !== '');
  if (words.length < 2) return { firstName: '', lastName: words[0] ?? '' };
  if (isLastNameFirst) return { firstName: words.slice(1).join(' '), lastName: words[0]! };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! };
}
