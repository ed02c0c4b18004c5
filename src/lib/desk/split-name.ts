/** Words before a last name that belong to it: "van der Berg". */
const PARTICLES: ReadonlySet<string> = new Set(
  "van,von,vom,der,den,de,del,della,degli,dei,di,da,das,do,dos,du,des,la,le,lo,los,las,ten,ter,te,zu,zum,zur,af,av,al,el,bin,ibn,mac,mc,st,saint,san,santa,dalla,dal,d’,d'".split(
    ',',
  ),
);

const isParticle = (word: string) => PARTICLES.has(word.toLowerCase());

/**
 * Splits a whole name. The last word, with the particles before it, is the last name, unless a comma says
 * otherwise: "Lis, Oskar", "Jan van der Berg".
 * @param isLastNameFirst whether the first word is the last name
 */
export function splitWholeName(
  name: string,
  isLastNameFirst = false,
): { firstName: string; lastName: string } {
  const [before = '', after = ''] = name.split(',').map((part) => part.trim());
  if (after !== '') return { firstName: after, lastName: before };
  const words = before.split(' ').filter((word) => word !== '');
  if (words.length < 2) return { firstName: '', lastName: words[0] ?? '' };
  if (isLastNameFirst) {
    const end = words.findIndex((word) => !isParticle(word)) + 1;
    const at = Math.min(Math.max(end, 1), words.length - 1);
    return { firstName: words.slice(at).join(' '), lastName: words.slice(0, at).join(' ') };
  }
  let at = words.length - 1;
  while (at > 1 && isParticle(words[at - 1]!)) at--;
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
}
