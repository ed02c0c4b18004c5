import type { SnapshotManifest } from '../src/lib/snapshot-format/manifest.ts';
import type { ClassLabel } from './label-codes.ts';
import type { SortedPoints } from './sort-points.ts';

/** A feed with more kinds of points than this is garbage, and the rest counts as unknown; a block's class has 16 bits. */
const MAX_CLASSES = 4096;
const UNKNOWN: ClassLabel = ['', '', ''];

export interface Classes {
  /** As the manifest lists them. */
  facets: SnapshotManifest['facets'];
  /** Each point's position in `facets`, by ordinal. */
  ofPoint: Uint16Array;
  /** How many kinds count as unknown because there are too many; their points keep what they say in their own items. */
  unlisted: number;
}

/** Numbers the classes, those with most points first: small numbers take fewer bytes. */
export function numberClasses({ points, rows, length }: SortedPoints): Classes {
  const counts = new Uint32Array(points.classLabels.length);
  for (const row of rows) counts[points.classes[row]!]! += 1;
  const used = [...counts.keys()].filter((code) => counts[code]! > 0);
  used.sort(
    (a, b) => counts[b]! - counts[a]! || compareLabels(points.classLabels[a]!, points.classLabels[b]!),
  );

  const listed = used.slice(0, MAX_CLASSES - 1);
  const others = used.slice(MAX_CLASSES - 1);
  const facets: SnapshotManifest['facets'] = listed.map((code) => [
    ...points.classLabels[code]!,
    counts[code]!,
  ]);
  const numberOfCode = new Uint16Array(points.classLabels.length);
  for (const [number, code] of listed.entries()) numberOfCode[code] = number;
  if (others.length > 0) {
    const known = facets.findIndex(isUnknown);
    const unknown = known >= 0 ? known : facets.push([...UNKNOWN, 0]) - 1;
    for (const code of others) {
      numberOfCode[code] = unknown;
      facets[unknown]![3] += counts[code]!;
    }
  }
  const ofPoint = new Uint16Array(length);
  rows.forEach((row, ordinal) => (ofPoint[ordinal] = numberOfCode[points.classes[row]!]!));
  return { facets, ofPoint, unlisted: others.length };
}

function isUnknown([country, type, locationType]: readonly unknown[]): boolean {
  return country === '' && type === '' && locationType === '';
}

function compareLabels(a: ClassLabel, b: ClassLabel): number {
  const [first, second] = [a.join('\0'), b.join('\0')];
  return first < second ? -1 : first > second ? 1 : 0;
}
