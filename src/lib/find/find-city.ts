import type { Place } from '../network/find-places.ts';
import type { PointNetwork } from '../network/point-network.ts';

/** The city named in an address, and the remaining words. */
export interface FoundCity {
  /** All cities of that name, sorted by number of points, descending. */
  cities: Place[];
  /** The parts without the city's name. */
  rest: string[][];
}

/** City names with more words are rare ("Neustadt an der Weinstraße" has four). */
const MAX_WORDS = 5;
/** Each may fetch a page of the table. */
const MAX_CANDIDATES = 9;

/** A range of words in an address that may be a city's name. */
export interface Words {
  part: number;
  start: number;
  end: number;
}

/**
 * Finds the city of an address by its exact name: the longest match at the end of the last part, else at the end of another part, else at
 * the beginning of the address ("Warszawa Marszałkowska 10").
 * @throws AppError
 */
export async function findCity(
  network: Pick<PointNetwork, 'findCalled'>,
  parts: readonly (readonly string[])[],
  countries: readonly string[],
  signal: AbortSignal | undefined,
): Promise<FoundCity | null> {
  const candidates = listCandidates(parts).slice(0, MAX_CANDIDATES);
  const answers = await Promise.all(
    candidates.map(async ({ part, start, end }) => {
      const name = parts[part]!.slice(start, end).join(' ');
      const called = await network.findCalled(name, countries, signal);
      return called.filter(({ kind }) => kind === 'city');
    }),
  );
  const at = answers.findIndex((cities) => cities.length > 0);
  const place = candidates[at];
  return place === undefined ? null : { cities: answers[at]!, rest: takeOut(parts, place) };
}

/** Most likely first. */
function listCandidates(parts: readonly (readonly string[])[]): Words[] {
  const ends = parts.flatMap((words, part) => [listEnds(words, part)]).reverse();
  const candidates = [...ends.flat(), ...listBeginnings(parts[0] ?? [])];
  const keyOf = ({ part, start, end }: Words) => `${part} ${start} ${end}`;
  return [...new Map(candidates.map((each) => [keyOf(each), each])).values()];
}

/** Longest first. Only the last word may contain a digit ("Marseille 13"). */
function listEnds(words: readonly string[], part: number): Words[] {
  const candidates: Words[] = [];
  for (let start = words.length - 1; start >= 0 && words.length - start <= MAX_WORDS; start--) {
    const isLast = start === words.length - 1;
    if (/\p{N}/u.test(words[start]!)) {
      if (isLast) continue;
      break;
    }
    candidates.unshift({ part, start, end: words.length });
  }
  return candidates;
}

function listBeginnings(words: readonly string[]): Words[] {
  const candidates: Words[] = [];
  for (let end = 1; end < words.length && end <= MAX_WORDS && !/\p{N}/u.test(words[end - 1]!); end++)
    candidates.unshift({ part: 0, start: 0, end });
  return candidates;
}

/** Removes a range of words from an address. */
export function takeOut(parts: readonly (readonly string[])[], { part, start, end }: Words): string[][] {
  return parts
    .map((words, at) => (at === part ? [...words.slice(0, start), ...words.slice(end)] : [...words]))
    .filter((words) => words.length > 0);
}
