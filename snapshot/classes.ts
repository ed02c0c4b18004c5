import type { SnapshotManifest } from '../src/lib/contract/snapshot.ts';
import type { ClassLabel } from './label-codes.ts';
import type { SortedPoints } from './sort-points.ts';

/** A feed with more kinds of points than this is garbage, and the rest counts as unknown; a block's class has 16 bits. */
const MOST_CLASSES = 4096;
const UNKNOWN: ClassLabel = ['', '', ''];

export interface Classes {
  /** As the manifest lists them. */
  facets: SnapshotManifest['facets'];
  /** Each point's position in `facets`, by ordinal. */
  ofPoint: Uint16Array;
}

/** Numbers the classes, those with most points first: small numbers take fewer bytes. */
export function numberClasses({ points, rows, length }: SortedPoints): Classes {
  const counts = new Uint32Array(points.classLabels.length);
  for (const row of rows) counts[points.classes[row]!]! += 1;
  const used = [...counts.keys()].filter((code) => counts[code]! > 0);
  used.sort(
    (a, b) => counts[b]! - counts[a]! || compareLabels(points.classLabels[a]!, points.classLabels[b]!),
  );

  const facets: SnapshotManifest['facets'] = [];
  const numberOfCode = new Uint16Array(points.classLabels.length);
  for (const [rank, code] of used.entries()) {
    const label = rank < MOST_CLASSES - 1 ? points.classLabels[code]! : UNKNOWN;
    const known = rank < MOST_CLASSES - 1 ? -1 : facets.findIndex(([...names]) => isUnknown(names));
    numberOfCode[code] = known >= 0 ? known : facets.push([label[0], label[1], label[2], 0]) - 1;
    facets[numberOfCode[code]]![3] += counts[code]!;
  }
  const ofPoint = new Uint16Array(length);
  rows.forEach((row, ordinal) => (ofPoint[ordinal] = numberOfCode[points.classes[row]!]!));
  return { facets, ofPoint };
}

function isUnknown([country, type, locationType]: readonly unknown[]): boolean {
  return country === '' && type === '' && locationType === '';
}

function compareLabels(a: ClassLabel, b: ClassLabel): number {
  const [first, second] = [a.join('\0'), b.join('\0')];
  return first < second ? -1 : first > second ? 1 : 0;
}
