import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';

/**
 * Examines a built package with two package checkers. Returns the problems that they find, and the packed
 * files.
 * @param folder for the archive
 * @param isForBundlers whether it is only for bundlers and `import`: then Node 10 and `require` from
 *   TypeScript aren't supported
 */
export async function examinePackage(built: string, folder: string, isForBundlers = false) {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder, built], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { filename: string; files: { path: string }[] }[];
  const archive = readFileSync(join(folder, packed!.filename));
  const { types, problems } = (await checkPackage(createPackageFromTarballData(archive))) as {
    types: unknown;
    problems: { resolutionKind?: string }[];
  };
  return {
    messages: (await publint({ pkgDir: built, strict: true })).messages,
    types,
    problems: problems.filter(
      ({ resolutionKind = '' }) => !(isForBundlers && /^node1(0|6-cjs)$/.test(resolutionKind)),
    ),
    files: packed!.files.map(({ path }) => path),
  };
}
