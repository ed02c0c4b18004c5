import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findFreePort } from '../functions/find-free-port.ts';
import type { Sandbox } from '../../sandbox/start.ts';
import { settingsOf } from '../sandbox/sandbox-client.ts';
import { makeFolder } from '../temporary-folder.ts';

/** Makes a built site of a few bytes, with the files that a release needs. @param mark distinguishes builds */
export function makePages(mark: string): string {
  return makeFolder({
    'index.html': `locator ${mark}`,
    'embed.html': `embed ${mark}`,
    'choose.html': `choose ${mark}`,
    'parcel.html': `parcels ${mark}`,
    '404.html': 'no such page',
    'v1/droppoint.js': `widget ${mark}`,
    [`v1/droppoint-${mark}.js`]: `widget ${mark}`,
    [`v1/droppoint-${mark}.js.map`]: `map ${mark}`,
    'v1/droppoint-built-before.js': 'a widget that only this machine has',
    'v1/droppoint-built-before.js.map.br': 'and its source map',
    'v1/droppoint-parcel.js': `parcel ${mark}`,
    [`v1/droppoint-parcel-${mark}.js`]: `parcel ${mark}`,
    'v1/droppoint-parcel-built-before.js': 'another that only this machine has',
    'v1/integrity.json': JSON.stringify({
      file: `droppoint-${mark}.js`,
      parcel: { file: `droppoint-parcel-${mark}.js` },
    }),
    'basemap/6/34-21.mvt': `land ${mark}`,
    [`basemap/6/${mark}.mvt`]: `land of ${mark}`,
    [`_app/immutable/${mark}.js`]: `part of ${mark}`,
    [`_app/immutable/${mark}.js.br`]: `part of ${mark}, smaller`,
    [`_app/immutable/${mark}.js.gz`]: `part of ${mark}, smaller`,
  });
}

/** Makes a release as `npm run release` does. @returns its folder */
export function buildRelease(pages: string, target: string): string {
  const words = [pages, target, {}].map((word) => JSON.stringify(word)).join(', ');
  const script = `import('./scripts/build-release.mjs').then((it) => it.buildRelease(${words})).then(console.log)`;
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
}

/** An operator's machine: a folder with settings and releases. */
export class Machine {
  readonly folder = makeFolder();
  /** Id of the user who runs programs, if it isn't the tests' user. */
  userId: number | undefined;

  write(settings: Record<string, string>): void {
    const lines = Object.entries(settings).map(([key, value]) => `${key}='${value}'\n`);
    writeFileSync(join(this.folder, '.env'), lines.join(''));
  }

  /** @returns the release's folder on the machine */
  put(release: string): string {
    const folder = join(this.folder, basename(release));
    cpSync(release, folder, { recursive: true });
    return folder;
  }

  /** Runs a program of a release, with an unrelated folder as working directory. */
  async run(release: string, ...words: string[]): Promise<{ status: number; output: string }> {
    const child = spawn(process.execPath, [join(this.folder, release, 'droppoint.mjs'), ...words], {
      cwd: '/',
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(this.userId === undefined ? {} : { uid: this.userId, gid: this.userId }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    const [status] = (await once(child, 'close')) as [number];
    return { status, output };
  }

  serve(release: string): ChildProcess {
    return spawn(process.execPath, [join(this.folder, release, 'droppoint.mjs'), 'serve'], {
      cwd: '/',
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

/** Makes the settings of a node that uses a sandbox. */
export async function makeSettings(addresses: Sandbox['addresses']) {
  const port = await findFreePort();
  return {
    PORT: String(port),
    APP_ORIGIN: `http://localhost:${port}`,
    ...settingsOf(addresses),
    SESSION_KEYS: `a:${Buffer.alloc(32, 3).toString('base64url')}`,
    RATE_LIMITS: 'off',
  };
}
