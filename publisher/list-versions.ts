import { existsSync } from 'node:fs';
import { formatCount } from './format.ts';
import { readKeptManifest, readVersions, type KeptManifest } from './versions.ts';

/** The versions that are kept, the current one first, a line each. */
export function listVersions(folder: string): string {
  const { current, order, damaged } = existsSync(folder)
    ? readVersions(folder)
    : { current: null, order: [], damaged: false };
  if (order.length === 0) return `Nothing is published in ${folder}.`;
  const wayBack = current === null ? null : (readKeptManifest(folder, current)?.publication.wayBack ?? null);
  const lines = order.map((version) => {
    const manifest = readKeptManifest(folder, version);
    const notes = [
      ...(version === current ? ['current'] : []),
      ...(manifest === null ? ['published by an earlier release'] : describe(manifest)),
      ...(version === wayBack ? ['the way back, never pruned'] : []),
    ];
    return `${version}  ${notes.join(', ')}`;
  });
  return [
    ...(damaged ? ['manifest.json is damaged: go back to one of these, or publish anew.'] : []),
    ...lines,
  ].join('\n');
}

function describe({ walkedAt, count, setAside, publication }: KeptManifest): string[] {
  const left = Object.values(setAside).reduce((sum, amount) => sum + amount, 0);
  return [
    `read on ${walkedAt.replace('T', ' at ').slice(0, 19)} UTC`,
    `${formatCount(count)} points`,
    `${formatCount(left)} set aside`,
    ...(publication.accepted ? ['accepted by hand'] : []),
    ...(publication.withdrawn ? ['withdrawn'] : []),
  ];
}
