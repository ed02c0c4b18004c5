import { countUpTo, type PointLookUp } from './point-look-up.ts';

type IdTable = PointLookUp['idTable'];

/** Limits of a search, since anyone may request one. */
const MAX_FORMS = 8;
const MAX_SPELLINGS = 2;
const MAX_PAGES = 4;
const MAX_LOOK_UPS = 16;

/**
 * Finds the id that was probably intended by one that the network doesn't have: the same letters
 * and digits in another case or with other separators, otherwise an id with one missing, additional
 * or wrong character.
 * @param isTyped whether the id may have been typed; otherwise no character counts as a typo
 * @returns `meant`: null unless exactly one id fits; `isLikeOthers`: whether ids of the network
 * have the same separators
 */
export async function findIntendedId(
  table: IdTable,
  id: string,
  isTyped: boolean,
): Promise<{ meant: string | null; isLikeOthers: boolean }> {
  const firstIds = await table.listFirstIds();
  const { forms, hasLowerCase } = surveyOnce(firstIds);
  const capitals = hasLowerCase ? id : id.toUpperCase();
  const spellings = new Set(
    [id, capitals].flatMap((text) => forms.slice(0, MAX_FORMS).map((knownForm) => writeAs(text, knownForm))),
  );
  spellings.add(capitals).delete(id);
  const found = new Set(await findExisting(table, spellings));
  const form = formOf(id);
  /** Compare it first: four pages have thousands of ids, and most differ in it. */
  const separatorAt = id.search(SEPARATORS);
  let isLikeOthers = forms.includes(form);
  if (found.size === 0) {
    for (const written of [...new Set([capitals, ...spellings])].slice(0, MAX_SPELLINGS)) {
      const { ids, others } = await readSimilarIds(table, firstIds, written);
      isLikeOthers ||= ids.some(
        (other) => other.search(SEPARATORS) === separatorAt && formOf(other) === form,
      );
      if (!isTyped) continue;
      for (const other of ids) if (isWithinOneEdit(written, other)) found.add(other);
      for (const other of await findExisting(table, others)) found.add(other);
    }
  }
  const [intended = null] = found.size === 1 ? found : [];
  return { meant: intended, isLikeOthers };
}

async function findExisting(table: IdTable, candidates: Iterable<string>): Promise<string[]> {
  const ids: string[] = [];
  for (const candidate of candidates) if (await table.hasId(candidate)) ids.push(candidate);
  return ids;
}

/**
 * Reads the ids that begin like an id, up to `MAX_PAGES` pages. Ids that differ from it in earlier
 * characters are elsewhere in the table: of these, the candidates are those whose beginning is that
 * of some page's first id.
 */
async function readSimilarIds(table: IdTable, firstIds: readonly string[], id: string) {
  const lastUpTo = (key: string) => Math.max(0, countUpTo(firstIds, key) - 1);
  let length = id.length;
  const span = (size: number) => {
    const beginning = id.slice(0, size);
    return [lastUpTo(beginning), lastUpTo(`${beginning}\uffff`)] as const;
  };
  while (length > 0 && span(length - 1)[1] - span(length - 1)[0] < MAX_PAGES) length -= 1;
  const [first, last] = span(length);
  const ids: string[] = [];
  for (let page = first; page <= Math.min(last, first + MAX_PAGES - 1); page += 1)
    ids.push(...(await table.readIds(page)));
  const beginning = id.slice(0, length);
  const others = new Set<string>();
  for (const firstId of length === 0 ? [] : firstIds)
    for (const size of [length - 1, length, length + 1])
      if (isWithinOneEdit(beginning, firstId.slice(0, size)))
        others.add(firstId.slice(0, size) + id.slice(length));
  return { ids, others: [...others].slice(0, MAX_LOOK_UPS) };
}

/** Whether two texts are equal, or one becomes the other by inserting, deleting or replacing one character. */
function isWithinOneEdit(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end -= 1;
    otherEnd -= 1;
  }
  return end - start <= 1 && otherEnd - start <= 1;
}

const SEPARATORS = /[^\p{L}\p{N}]/gu;
const withoutSeparators = (id: string) => id.replaceAll(SEPARATORS, '');

/** The separators of an id, each with the number of letters and digits before it: `2_5-` for `PL_POP-KRA3`. */
function formOf(id: string): string {
  return [...id.matchAll(SEPARATORS)].map(({ 0: sign, index }, at) => `${index - at}${sign}`).join('');
}

/** Writes an id with the separators of a form. */
function writeAs(id: string, form: string): string {
  let text = withoutSeparators(id);
  for (const [at, [, before, sign]] of [...form.matchAll(/(\d+)(\D)/g)].entries())
    text = `${text.slice(0, Number(before) + at)}${sign}${text.slice(Number(before) + at)}`;
  return text;
}

/** Results by the table that they were computed from; they live as long as the cached table. */
const surveys = new WeakMap<readonly string[], ReturnType<typeof survey>>();

function surveyOnce(ids: readonly string[]) {
  const known = surveys.get(ids) ?? survey(ids);
  surveys.set(ids, known);
  return known;
}

/** The forms of ids, the most frequent first. */
function survey(ids: readonly string[]) {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(formOf(id), (counts.get(formOf(id)) ?? 0) + 1);
  const forms = [...counts].sort(([, a], [, b]) => b - a).map(([form]) => form);
  return { forms, hasLowerCase: ids.some((id) => /\p{Ll}/u.test(id)) };
}
