import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChangedFiles } from '../program/release-folder.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';

/** Files that every build has: the locator, the pages for shops and apps, the page for unknown addresses, the elements' scripts. */
const NEEDED = [
  'index.html',
  'embed.html',
  'choose.html',
  'parcel.html',
  '404.html',
  'v1/droppoint.js',
  'v1/droppoint-parcel.js',
];

const { ok, failed } = findingOf('build');

/** Checks that the pages exist and, in a release, that its files are unchanged. */
export function examineBuild({ buildFolder, release }: Machine): Finding[] {
  const missing = NEEDED.filter((name) => !existsSync(join(buildFolder, name)));
  if (missing.length > 0) {
    const remedy = release === null ? 'run "npx vite build".' : 'copy the release here again.';
    return [failed(`${buildFolder} lacks ${missing.join(', ')}: ${remedy}`)];
  }
  if (release === null) return [ok(buildFolder)];
  const changed = findChangedFiles(release.folder, release.note);
  if (changed.length === 0) return [ok(release.note.name)];
  return [
    failed(
      `${changed.length} files of ${release.note.name} differ from the build (${changed.slice(0, 3).join(', ')}): copy the release here again.`,
    ),
  ];
}
