import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

function build(name: 'buildPackage' | 'buildClient' | 'buildSandbox', folder: string): void {
  const script = `import('./scripts/build-package.mjs').then((it) => it.${name}(${JSON.stringify(resolve(folder))}))`;
  execFileSync(process.execPath, ['-e', script], { stdio: 'pipe' });
}

/** Builds the element's npm package into a folder, as `npm run package` does. */
export const buildPackage = (folder: string) => build('buildPackage', folder);

/**
 * Turns a folder into a project with one of our packages and its dependencies installed.
 * @returns the package's folder
 */
export function install(folder: string, name: 'platform' | 'sandbox'): string {
  const modules = join(folder, 'node_modules');
  const built = join(modules, '@droppoint', name);
  mkdirSync(join(modules, '@droppoint'), { recursive: true });
  build(name === 'platform' ? 'buildClient' : 'buildSandbox', built);
  const { dependencies } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const needed of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, needed)), { recursive: true });
    symlinkSync(resolve('node_modules', needed), join(modules, needed));
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return built;
}
