/** Values that are counted together: one, or those that are too few to stand alone. */
export interface Group {
  values: readonly string[];
  count: number;
}

/**
 * The values with the largest counts, largest first, and the rest folded into one group at the end.
 * @param most groups there may be, the folded one included
 */
export function groupLargest(totals: ReadonlyMap<string, number>, most = Infinity): Group[] {
  const groups = [...totals]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .map(([value, count]) => ({ values: [value], count }));
  if (groups.length <= most) return groups;
  const rest = groups.splice(most - 1);
  return [
    ...groups,
    {
      values: rest.flatMap(({ values }) => values),
      count: rest.reduce((sum, { count }) => sum + count, 0),
    },
  ];
}

/**
 * A group's name.
 * @param name of one value; null where only its code is known
 * @param others names a number of values that are folded
 */
export function nameGroup(
  { values }: Group,
  name: (value: string) => string,
  others: (count: number) => string,
): string {
  const [only] = values;
  return values.length === 1 && only !== undefined ? name(only) : others(values.length);
}
