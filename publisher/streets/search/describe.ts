import { formatPlural, formatThousands, printable } from '../../format.ts';
import type { GazetteerReport } from './write-gazetteer.ts';

/**
 * Describes an area's gazetteer to the operator: its contents, and what it couldn't include and why.
 * @param report null if there are no names
 * @param houses house numbers in the tiles
 */
export function describeSearch(search: boolean, report: GazetteerReport | null, houses: number): string {
  if (!search) return 'Addresses can’t be searched there (--no-search).';
  if (report === null) return 'Addresses can’t be searched there: its tiles name no street and no town.';
  const { streets, names, towns, landmarks, withoutTown, unreadable, cut, bytes } = report;
  const lines = [
    `Can be searched: ${formatPlural(streets, 'street', 'streets')}, ${formatPlural(towns, 'town', 'towns')}, ` +
      `${formatPlural(landmarks, 'other place and landmark', 'other places and landmarks')} under ` +
      `${formatPlural(names, 'name', 'names')}, ${formatThousands(Math.ceil(bytes / 1000))} KB; ${formatPlural(houses, 'house number', 'house numbers')} in the tiles`,
  ];
  if (houses === 0) lines.push('Houses can’t be distinguished: the archive has no house numbers.');
  if (withoutTown.count > 0)
    lines.push(
      `Without a town, as none is within 20 km: ${formatPlural(withoutTown.count, 'street', 'streets')} ` +
        `(${withoutTown.examples.map(printable).join(', ')})`,
    );
  if (unreadable > 0)
    lines.push(
      `Omitted, because they have no letter and no digit: ${formatPlural(unreadable, 'name', 'names')}`,
    );
  if (cut > 0)
    lines.push(`Truncated, because they have more lines than a city: ${formatThousands(cut)} tiles`);
  return lines.join('\n');
}
