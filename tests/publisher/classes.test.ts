import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { numberClasses, type SortedPoints } from '../../publisher/sort-points.ts';
import { writeClasses } from '#network/snapshot-format/point-classes.ts';
import { makeItems } from './made-up-platform.ts';
import { publishItems } from './publish-items.ts';

/** Points that each have a class of their own. */
function makePoints(length: number): SortedPoints {
  const rows = Uint32Array.from({ length }, (_, row) => row);
  const classLabels = Array.from(rows, (row) => ({
    country: 'PL',
    type: `TYPE_${row}`,
    locationType: 'OUTDOOR',
    count: 1,
  }));
  return { points: { classes: rows, classLabels }, rows, length } as unknown as SortedPoints;
}

describe('More kinds of points than a snapshot lists', () => {
  it('points of the rarest kinds are published as of unknown kind, and reported', async () => {
    const items = makeItems(5_000).map((item, at) => ({ ...item, type: `TYPE_${at}` }));
    const { manifest, items: published, report, version } = await publishItems(items);
    expect(manifest.facets).toHaveLength(4_096);
    expect(manifest.facets.at(-1)).toEqual(['', '', '', 905]);
    expect(new Set(published.map(({ type }) => type)).size).toBe(5_000);
    expect(report.unlistedKinds).toBe(905);
    expect(readFileSync(join(version, 'report.txt'), 'utf8')).toContain('905 kinds of points');
  });

  it('points of the rarest kinds join those without a kind', () => {
    const points = makePoints(5_000);
    points.points.classes.fill(0, 0, 10);
    Object.assign(points.points.classLabels[0]!, { country: '', type: '', locationType: '' });
    const { listed, ofPoint, unlisted } = numberClasses(points);
    const { facets } = writeClasses(listed, []);
    // The ten without a class come first, and 4,990 classes after them.
    expect(facets).toHaveLength(4_095);
    expect(facets[0]).toEqual(['', '', '', 10 + 4_990 - 4_094]);
    expect([ofPoint[0], ofPoint[10], ofPoint[4_999], unlisted]).toEqual([0, 1, 0, 4_990 - 4_094]);
  });

  it('the work per kind doesn’t grow with their number', () => {
    const points = makePoints(200_000);
    const before = process.cpuUsage();
    const { listed } = numberClasses(points);
    const { user } = process.cpuUsage(before);
    expect(listed).toHaveLength(4_096);
    // Comparing each with each listed one takes minutes of CPU.
    expect(user / 1e6).toBeLessThan(4);
  });
});
