import type { ReportedItem } from './read-network.ts';

/**
 * The items that were set aside for a reason and whose id or problem holds a text, in any case.
 * @param reason empty for every reason
 */
export function filterItems(
  items: readonly ReportedItem[],
  query: string,
  reason: string,
): readonly ReportedItem[] {
  const wanted = query.trim().toLowerCase();
  return items.filter(
    (item) =>
      (reason === '' || item.reason === reason) &&
      (wanted === '' || `${item.id ?? ''}\n${item.problem}`.toLowerCase().includes(wanted)),
  );
}
