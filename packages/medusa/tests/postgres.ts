import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { end } from '../../../tests/processes.ts';

const POLL_MS = 50;

export interface Postgres {
  url: string;
  /** Whether the database is a copy of the stored one. */
  isFilled: boolean;
  /** Stores the database for later runs; it is away meanwhile. */
  store(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a PostgreSQL of Debian in a folder of its own.
 * @param stored folder of a filled database to copy; if there is none, the database is empty
 */
export async function startPostgres(port: number, stored: string): Promise<Postgres> {
  const programs = process.env['POSTGRES_PATH']!;
  const folder = mkdtempSync(join(tmpdir(), 'droppoint-postgres-'));
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  const who = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
  const run = (program: string, words: string[]) =>
    execFileSync(join(programs, program), words, { ...who, cwd: folder, stdio: 'ignore' });
  const isFilled = existsSync(stored);
  if (isFilled) execFileSync('cp', ['-a', stored, join(folder, 'data')]);
  else
    run('initdb', ['-D', 'data', '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8']);
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = async () => {
    const child = spawn(join(programs, 'postgres'), ['-D', 'data', ...words], {
      ...who,
      cwd: folder,
      stdio: 'ignore',
    });
    while (spawnSync(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status !== 0) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return child;
  };
  let child = await start();
  if (!isFilled) run('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', 'shop', 'shop']);
  return {
    url: `postgres://shop@127.0.0.1:${port}/shop`,
    isFilled,
    async store() {
      await end(child, 'SIGINT');
      mkdirSync(dirname(stored), { recursive: true });
      execFileSync('cp', ['-a', join(folder, 'data'), stored]);
      child = await start();
    },
    async close() {
      await end(child, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
