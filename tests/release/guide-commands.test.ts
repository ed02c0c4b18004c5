import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/start.ts';
import { LINE } from '../../src/lib/vector-tile/read-vector-tile.ts';
import { startStore, type StoreProcess } from '../publisher/object-store-process.ts';
import { startSmallSandbox, switchFaults } from '../sandbox/sandbox-client.ts';
import { drawn, layer, makeArchive } from '../streets/made-up-archive.ts';
import { Machine, makeSettings } from './make-release.ts';
import { makeFolder } from '../temporary-folder.ts';

const GUIDE = readFileSync('docs/operating.md', 'utf8');
const blocksOf = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms'))].map(([, text]) => text!);
/** The guide's shell lines in order, without their comments. */
const LINES = blocksOf('sh').flatMap((block) =>
  block
    .split('\n')
    .map((line) => line.replace(/ {2,}#.*/, '').trim())
    .filter((line) => line !== ''),
);

/** Lines that can't be run here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'systemctl enable --now droppoint.socket droppoint-snapshot.timer':
    'takes a machine whose first process is systemd; deploy.test.ts has systemd check the units',
  'npx vite build': '`npm run release` does it in the same clone, and `npm test` for the browsers',
  'npx wrangler deploy': "takes an account of Cloudflare's; supply.test.ts has it make what it would send",
  'pmtiles extract https://build.protomaps.com/20261101.pmtiles berlin.pmtiles --bbox=13.08,52.33,13.77,52.68 --maxzoom=14':
    'takes the internet, and a program of another project',
  '0 4 1 * * cd /srv/droppoint && pmtiles extract https://build.protomaps.com/$(date -d yesterday +\\%Y\\%m\\%d).pmtiles /var/tmp/berlin.pmtiles --bbox=13.08,52.33,13.77,52.68 --maxzoom=14 && npm run streets -- /var/tmp/berlin.pmtiles && rm /var/tmp/berlin.pmtiles':
    'the same, at night',
  'npm run simulate':
    'measures this machine first, some minutes; simulate.test.ts has figures in their place',
  'npm run simulate -- --shoppersAnHour 50000 --points 153600 --cores 2': 'the same',
};

let sandbox: Sandbox;
let objects: StoreProcess;
/** The sources as they are in the repository, without other files. */
const clone = makeFolder();
const machine = new Machine();
const units = makeFolder();
/** The operator's working folder, in which a release's commands are run. */
const current = join(machine.folder, 'current');
let port: string;

beforeAll(async () => {
  sandbox = await startSmallSandbox({ SANDBOX_POINTS: '60' });
  objects = await startStore(['droppoint-network', 'droppoint-streets']);
  const settings = await makeSettings(sandbox.addresses);
  port = settings.PORT;
  machine.write(settings);
  copySources();
});
afterAll(async () => {
  await objects.stop();
  await sandbox.close();
});

function copySources(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const name of listed.split('\0').filter((each) => each !== '' && existsSync(each))) {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    copyFileSync(name, join(clone, name));
  }
  // A link for each package: removing the folder through a single link would remove the packages themselves.
  mkdirSync(join(clone, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((each) => !each.startsWith('.vite')))
    symlinkSync(join(process.cwd(), 'node_modules', name), join(clone, 'node_modules', name));
  // Older than the installed packages: otherwise they would be installed again.
  utimesSync(join(clone, 'package-lock.json'), 0, 0);
}

/** Runs a line as a person would. @returns its output; @throws with its output if it fails */
async function run(line: string, folder: string): Promise<string> {
  const { PATH, HOME } = process.env;
  const child = spawn('sh', ['-c', line], {
    cwd: folder,
    env: { PATH, HOME, ...objects.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
  const [status] = (await once(child, 'close')) as [number];
  if (status !== 0) throw new Error(`${line} ended with ${status}:\n${said}`);
  return said;
}

/** Starts the service, and stops it once it is ready. */
async function serve(line: string): Promise<string> {
  const [program, ...words] = line.split(' ');
  const { PATH } = process.env;
  const child = spawn(program!, words, {
    cwd: machine.folder,
    env: { PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  while (!said.includes('listens')) await once(child.stdout, 'data');
  const ready = await (await fetch(`http://127.0.0.1:${port}/api/ready`)).text();
  child.kill('SIGTERM');
  await once(child, 'exit');
  return ready;
}

interface Step {
  /** Preparation: what must exist, or differ, before the command runs. */
  before?: () => Promise<unknown>;
  run?: (line: string) => Promise<string>;
  /** Pattern of the command's output. */
  says: RegExp;
}

const inClone = (line: string) => run(line, clone);
const onMachine = (line: string) => run(line, machine.folder);
const inRelease = (line: string) => run(line, current);

/** Each line with its expected output. */
const STEPS: Readonly<Record<string, Step>> = {
  // Without the registry: the packages are linked, and only the script that follows the installation is run.
  'npm ci': { run: () => inClone('npm run prepare'), says: /scripts\/prepare\.mjs/ },
  'npm run release': {
    run: inClone,
    says: /build-release\/droppoint-0\.1\.0-\w{8}: copy it to each machine/,
  },
  'node droppoint-0.1.0-*/droppoint.mjs snapshot': {
    before: () => {
      cpSync(join(clone, 'build-release'), machine.folder, { recursive: true });
      return Promise.resolve();
    },
    run: onMachine,
    says: /Published \d+ of 60 points/,
  },
  'node droppoint-0.1.0-*/droppoint.mjs doctor': { run: onMachine, says: /^ok +build: droppoint-0\.1\.0/m },
  'node droppoint-0.1.0-*/droppoint.mjs switch': { run: onMachine, says: /current/ },
  'node current/droppoint.mjs serve': {
    run: serve,
    says: /"status":"ready","token":"ok","network":"ok","pages":"ok"/,
  },
  'cp current/deploy/droppoint*.s* current/deploy/droppoint*.timer /etc/systemd/system/': {
    run: async (line) => {
      await onMachine(line.replace('/etc/systemd/system/', units));
      return readdirSync(units).sort().join();
    },
    says: /^droppoint-snapshot\.service,droppoint-snapshot\.timer,droppoint\.service,droppoint\.socket$/,
  },
  'npm run edge': { run: inClone, says: /files, of 20,000 that the free plan takes/ },
  'npm run snapshot': {
    before: () =>
      switchFaults(sandbox, [{ kind: 'drift', mode: 'remove', points: 1, times: 1, routes: ['points'] }]),
    says: /Published \d+ of 59 points/,
  },
  'npm run snapshot -- --to s3://droppoint-network/live': {
    before: () => switchFaults(sandbox, []),
    says: /files sent to the object store/,
  },
  'npm run snapshot -- --list': { says: /current/ },
  'npm run snapshot -- --rollback': { says: /is published again/ },
  'npm run contract': { says: /nothing is broken/ },
  'npm run streets -- germany.pmtiles': {
    before: async () => {
      const street = layer('streets', drawn(LINE, [[0, 9, 4000, 9]], { kind: 'primary' }));
      copyFileSync(
        await makeArchive({ tiles: { '14/8261/6050': [street] } }),
        join(current, 'germany.pmtiles'),
      );
    },
    says: /Published germany\//,
  },
  'npm run streets': { says: /germany\/[0-9a-f]{16}/ },
  'npm run streets -- --remove germany': { says: /Removed: germany/ },
  'npm run streets -- germany.pmtiles --to s3://droppoint-streets': {
    says: /1 files sent to the object store/,
  },
  'npm run streets -- --to s3://droppoint-streets': { says: /0 files sent to the object store/ },
};

describe('the operator\u2019s guide', () => {
  it('has no command that is neither run here nor said to be left out, and why', () => {
    const known = [...Object.keys(STEPS), ...Object.keys(NOT_RUN)];
    expect([...new Set(LINES)].sort()).toEqual(known.sort());
  });

  it(
    'has commands that do what it says, one after the other, in sources as they are cloned',
    { timeout: 300_000 },
    async () => {
      for (const line of new Set(LINES)) {
        const step = STEPS[line];
        if (step === undefined) continue;
        await step.before?.();
        expect(await (step.run ?? inRelease)(line), line).toMatch(step.says);
      }
    },
  );

  it('binds buckets by the names that the worker knows', () => {
    const worker = readFileSync('functions/worker.ts', 'utf8');
    const blocks = blocksOf('jsonc');
    expect(blocks).toHaveLength(2);
    for (const block of blocks) {
      const { config, error } = ts.parseConfigFileTextToJson('wrangler.jsonc', `{${block}}`) as {
        config: { r2_buckets: { binding: string; bucket_name: string }[] };
        error?: object;
      };
      expect(error).toBeUndefined();
      for (const { binding } of config.r2_buckets) expect(worker).toContain(`${binding}?: R2Bucket`);
    }
  });
});
