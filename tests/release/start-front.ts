import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { end, waitUntilReady } from '../processes.ts';
import { makeFolder } from '../temporary-folder.ts';

/**
 * Whether Debian's nginx is installed, with the module that sends files compressed with brotli (scripts/find-programs.mjs
 * installs both).
 */
export const hasNginx =
  spawnSync('nginx', ['-v']).status === 0 &&
  existsSync('/etc/nginx/modules-enabled/50-mod-http-brotli-static.conf');

export interface Front {
  origin: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Adapts nginx's configuration to a folder of this machine: paths, ports, and http, because https would need a certificate.
 * guide-commands.test.ts runs it unchanged.
 * @param name file in deploy that includes nginx-site.conf
 */
export function adaptConfig(folder: string, port: number, functionPort: number, name = 'nginx.conf'): string {
  const read = (file: string) => readFileSync(join('deploy', file), 'utf8');
  return read(name)
    .replace('include nginx-site.conf;', () => read('nginx-site.conf'))
    .replaceAll('/srv/droppoint', folder)
    .replaceAll('/var/log/nginx', folder)
    .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
    .replace(/^user .*\n/m, '')
    .replace(/server (127\.0\.0\.1|function):3000/, `server 127.0.0.1:${functionPort}`)
    .replace(/ *listen \[::\].*\n/g, '')
    .replace('listen 80 default_server', `listen unix:${join(folder, 'http.sock')}`)
    .replace('listen 443 ssl http2 default_server', `listen 127.0.0.1:${port}`)
    .replace(/ *ssl_.*;\n/g, '');
}

/** Starts nginx with a config. @throws with nginx's own message if it refuses the config */
export async function startNginx(config: string, folder: string, port: number): Promise<Front> {
  const file = join(folder, 'nginx.conf');
  // Keep root as its user: nginx would otherwise switch to a user who may not read temporary folders.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  writeFileSync(file, user + config);
  const words = ['-c', file, '-e', join(folder, 'error.log')];
  const tested = spawnSync('nginx', ['-t', ...words], { encoding: 'utf8' });
  if (tested.status !== 0) throw new Error(tested.stderr);
  const child = spawn('nginx', [...words, '-g', 'daemon off;'], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilReady(origin, child, () => true).catch(() => {
    throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
  });
  return {
    origin,
    child,
    async stop() {
      await end(child);
    },
  };
}

/** Makes a folder laid out as in docs/operating.md. */
export function layOut(pages: string, network: string): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'current'));
  mkdirSync(join(folder, 'published'));
  symlinkSync(resolve(pages), join(folder, 'current/pages'));
  symlinkSync(resolve(network), join(folder, 'published/network'));
  return folder;
}
