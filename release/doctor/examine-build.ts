import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChangedFiles } from '../release-folder.ts';
import type { Finding, Patient } from './finding.ts';

/** Without these there is no picker, none for shops, and no widget. */
const NEEDED = ['index.html', 'embed.html', '404.html', 'v1/droppoint.js'];

/** Whether the pages are there, and those of a release as they were built. */
export function examineBuild({ buildFolder, release }: Patient): Finding[] {
  const missing = NEEDED.filter((name) => !existsSync(join(buildFolder, name)));
  if (missing.length > 0) {
    const remedy = release === null ? 'run "npx vite build".' : 'copy the release here once more.';
    return [
      { part: 'build', state: 'failed', message: `${buildFolder} lacks ${missing.join(', ')}: ${remedy}` },
    ];
  }
  if (release === null) return [{ part: 'build', state: 'ok', message: buildFolder }];
  const changed = findChangedFiles(release.folder, release.note);
  if (changed.length === 0) return [{ part: 'build', state: 'ok', message: release.note.name }];
  return [
    {
      part: 'build',
      state: 'failed',
      message: `${changed.length} files of ${release.note.name} aren't as they were built (${changed.slice(0, 3).join(', ')}): copy the release here once more.`,
    },
  ];
}
