import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Builds the npm package into a folder, as `npm run package` does. */
export function buildPackage(folder: string): void {
  const script = `import('./scripts/build-package.mjs').then((it) => it.buildPackage(${JSON.stringify(resolve(folder))}))`;
  execFileSync(process.execPath, ['-e', script], { stdio: 'pipe' });
}
