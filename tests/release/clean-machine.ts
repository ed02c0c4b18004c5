import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { end } from '../processes.ts';
import { makeFolder } from '../temporary-folder.ts';

/** Sets up a private copy of /etc, for users and units, empty folders where else the guide writes, and a separate network. */
const SET_UP = `
set -e
ip link set lo up
cp -a /etc "$1/etc" && mount --bind "$1/etc" /etc
for place in /srv /run /var/log /var/lib/nginx; do mount -t tmpfs -o mode=755 tmpfs $place; done
mkdir -p /var/log/nginx /etc/prometheus
echo ready
exec sleep infinity`;

const ISOLATE = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];

const NEEDED = ['nsenter', 'useradd', 'runuser', 'openssl', 'curl', 'ps'];

/** Whether this user may make such machines (root, outside containers that forbid it) and has the guide's programs. */
export const canIsolate =
  process.getuid?.() === 0 &&
  NEEDED.every((name) => spawnSync('which', [name]).status === 0) &&
  spawnSync('unshare', [...ISOLATE, 'ip', 'link', 'set', 'lo', 'up']).status === 0;

/** A machine in Linux namespaces with this machine's programs, on which the guide's lines run as they are written. */
export class CleanMachine {
  /** Working folder after the last `cd`. */
  folder: string;
  readonly #keeper: ChildProcess;
  readonly #process: string;

  private constructor(keeper: ChildProcess, folder: string) {
    this.#keeper = keeper;
    this.folder = folder;
    [this.#process = ''] = readFileSync(`/proc/${keeper.pid}/task/${keeper.pid}/children`, 'utf8').split(' ');
  }

  /** @param folder in which the first lines are run */
  static async start(folder: string): Promise<CleanMachine> {
    const words = [...ISOLATE, 'sh', '-c', SET_UP, 'sh', makeFolder()];
    const keeper = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(keeper.stdout, 'data');
    return new CleanMachine(keeper, folder);
  }

  /** Starts a program there, in the foreground. */
  spawn(line: string, environment: Record<string, string> = {}): ChildProcess {
    const { PATH, HOME } = process.env;
    const words = ['--target', this.#process, '--mount', '--net', '--pid', 'sh', '-c', line];
    return spawn('nsenter', words, {
      // Start at the root, because the machine's folders don't exist outside it.
      cwd: '/',
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs a line as a person would. @returns its output; @throws with its output if it fails */
  async run(line: string): Promise<string> {
    const [, target] = /^cd (\S+)$/.exec(line) ?? [];
    const child = this.spawn(`cd ${this.folder} && ${line}`);
    let output = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text) => (output += String(text)));
    const [status] = (await once(child, 'close')) as [number];
    if (status !== 0) throw new Error(`${line} ended with ${status}:\n${output}`);
    if (target !== undefined) this.folder = target;
    return output;
  }

  /** Returns the command line of a unit, with its user and working folder. */
  commandOf(unit: string): string {
    const [user, folder, command] = ['User', 'WorkingDirectory', 'ExecStart'].map(
      (key) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '',
    );
    return `cd ${folder} && exec runuser -u ${user} -- ${command?.replace('/usr/bin/node', process.execPath)}`;
  }

  /** Ends all of its processes. */
  async stop(): Promise<void> {
    await end(this.#keeper, 'SIGKILL');
  }
}
