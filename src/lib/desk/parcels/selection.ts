/** Ids of what is selected; each change is another set. */
export type Selection = ReadonlySet<string>;

export const EMPTY: Selection = new Set();

export function toggle(selection: Selection, id: string): Selection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Adds all from one id to another, in the order of the list; the second alone if the first isn't in it. */
export function extend(
  selection: Selection,
  from: string | null,
  to: string,
  ids: readonly string[],
): Selection {
  const [start, end] = [ids.indexOf(from ?? to), ids.indexOf(to)];
  const range = start < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
  return new Set([...selection, ...range]);
}

/** Adds all of the list, or takes them out if all are selected. */
export function toggleAll(selection: Selection, ids: readonly string[]): Selection {
  const listed = new Set(ids);
  return ids.every((id) => selection.has(id))
    ? new Set([...selection].filter((id) => !listed.has(id)))
    : new Set([...selection, ...ids]);
}
