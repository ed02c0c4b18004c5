import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINE } from '../../src/lib/vector-tile/read-vector-tile.ts';
import { startStore } from '../publisher/object-store-process.ts';
import { startSmallSandbox, switchFaults } from '../sandbox/sandbox-client.ts';
import { drawn, layer, makeArchive } from '../streets/made-up-archive.ts';
import { canIsolate, CleanMachine } from './clean-machine.ts';
import { Machine, makeSettings } from './make-release.ts';
import { hasNginx } from './start-front.ts';
import { makeFolder } from '../temporary-folder.ts';

const GUIDE = readFileSync('docs/operating.md', 'utf8');
/** Chapter 1 is followed on a clean machine, from its first line to its last; the other chapters' lines are run one by one. */
const FIRST_PAGE = GUIDE.slice(0, GUIDE.indexOf('\n## 2. '));
const blocksOf = (language: string, text = GUIDE) =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms'))].map(([, block]) => block!);
/** Shell lines in order, without their comments. */
const linesOf = (text: string) =>
  blocksOf('sh', text).flatMap((block) =>
    block
      .split('\n')
      .map((line) => line.replace(/ {2,}#.*/, '').trim())
      .filter((line) => line !== ''),
  );
const FIRST_LINES = linesOf(FIRST_PAGE);
const LINES = linesOf(GUIDE.slice(FIRST_PAGE.length));

/** Lines that can't be run here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'apt-get install --yes nginx-light libnginx-mod-http-brotli-static openssl curl certbot':
    'takes the internet: `npm run test:all` installs them before',
  "certbot certonly --webroot -w /var/www/html -d points.example --deploy-hook 'systemctl reload nginx'":
    'takes the internet, and a host of your own',
  'journalctl -u droppoint --output cat --since yesterday | grep order-4711':
    'takes systemd; batch.test.ts compares the line that it finds',
  'npx vite build': '`npm run release` does it in the same clone, and `npm test` for the browsers',
  'npx wrangler deploy': "takes an account of Cloudflare's; supply.test.ts has it make what it would send",
  'pmtiles extract https://build.protomaps.com/20261101.pmtiles berlin.pmtiles --bbox=13.08,52.33,13.77,52.68 --maxzoom=14':
    'takes the internet, and a program of another project',
};

/** What the operator of the first page writes into `.env`; null deletes the line. */
const EDITS: Readonly<Record<string, string | null>> = {
  SANDBOX_PORT: null,
  SHOP_PORT: null,
  APP_ORIGIN: 'https://points.example',
  SESSION_KEYS: `k1:${Buffer.alloc(32, 5).toString('base64url')}`,
  EMBED_ORIGINS: 'https://shop.example',
  TRUSTED_PROXY_HEADER: 'x-real-ip',
  METRICS_PORT: '9464',
  PLATFORM_BASE_URL: 'http://127.0.0.1:3001',
  PLATFORM_AUTH_URL: 'http://127.0.0.1:3002',
  PLATFORM_ACCOUNT_URL: 'http://127.0.0.1:3003',
  PLATFORM_CLIENT_ID: 'droppoint-sandbox',
  PLATFORM_CLIENT_SECRET: 'a-secret-for-the-clean-machine',
};

const CRON = LINES.find((line) => line.startsWith('0 4 1 * * ')) ?? '';

const sandbox = await startSmallSandbox({ SANDBOX_POINTS: '60' });
const objects = await startStore(['droppoint-network', 'droppoint-streets']);
/** The sources as they are in the repository, with what is made from them alone and takes half a minute of processor time. */
const clone = makeFolder();
const MADE = ['static/basemap', 'src/lib/map/compiled', '.cache/basemap', 'src/lib/i18n/compiled'];
const machine = new Machine();
/** The operator's working folder, in which a release's commands are run. */
const current = join(machine.folder, 'current');

beforeAll(async () => {
  machine.write(await makeSettings(sandbox.addresses));
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
  // Newer than the sources: otherwise they would be made again.
  for (const name of MADE) cpSync(name, join(clone, name), { recursive: true });
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

function editSettings(): void {
  const file = join(clone, '.env');
  const edited = Object.entries(EDITS).reduce(
    (text, [key, value]) => {
      const line = new RegExp(`^#?${key}=.*\\n`, 'm');
      expect(text, key).toMatch(line);
      return text.replace(line, () => (value === null ? '' : `${key}=${value}\n`));
    },
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, edited);
}

interface Step {
  /** Preparation: what must exist, or differ, before the command runs. */
  before?: () => Promise<unknown>;
  run?: (line: string) => Promise<string>;
  /** Pattern of the command's output. */
  says: RegExp;
}

const inClone = (line: string) => run(line, clone);
const inRelease = (line: string) => run(line, current);

/** Each line with its expected output. */
const STEPS: Readonly<Record<string, Step>> = {
  // The release of the first page.
  'npm ci': { run: () => Promise.resolve(''), says: /^$/ },
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
  'npm run contract -- --organization 6f9619ff-8b86-4011-b42d-00c04fc964ff': {
    says: /held +10\.1 [^]*untried +10\.6 /,
  },
  'npm run contract -- --organization 6f9619ff-8b86-4011-b42d-00c04fc964ff --write': {
    says: /held +10\.6 a shipment is created: \d{24}[^]*held +10\.24 and cancelled/,
  },
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
  [CRON]: {
    run: (line) => {
      // A line of cron has its times and its user first, and escapes percent signs. The archive comes from this disk instead.
      const command = line.replace(/^.*? droppoint cd \S+/, `cd ${machine.folder}`).replaceAll('\\%', '%');
      const programs = makeFolder({ pmtiles: `#!/bin/sh\ncp ${join(current, 'germany.pmtiles')} "$3"\n` });
      chmodSync(join(programs, 'pmtiles'), 0o755);
      return run(`PATH=${programs}:$PATH; ${command}`, '/');
    },
    says: /Published berlin\//,
  },
  'npm run streets': { says: /germany\/[0-9a-f]{16}/ },
  'npm run streets -- --remove germany': { says: /Removed: germany/ },
  'npm run streets -- germany.pmtiles --to s3://droppoint-streets': {
    says: /2 files sent to the object store/,
  },
  'npm run streets -- --to s3://droppoint-streets': { says: /0 files sent to the object store/ },
};

/** The first page's lines that are run in the sources, and those for the machine. */
const AT = FIRST_LINES.indexOf('npm run release') + 1;

/** Lines of the first page that mean something else on a machine without systemd, and what they say. */
const STANDING_IN: Readonly<Record<string, (there: CleanMachine) => Promise<string>>> = {
  'systemctl enable --now droppoint.socket droppoint.service droppoint-snapshot.timer': async (there) => {
    const unit = await there.run('cat /etc/systemd/system/droppoint.service');
    const service = there.spawn(there.commandOf(unit));
    let said = '';
    service.stdout!.on('data', (text) => (said += String(text)));
    while (!said.includes('listens') && service.exitCode === null)
      await Promise.race([once(service.stdout!, 'data'), once(service, 'exit')]);
    return said;
  },
  'systemctl restart nginx': (there) => there.run('nginx'),
};

/** What lines of the first page say; the others say nothing that matters. */
const FIRST_PAGE_SAYS: Readonly<Record<string, RegExp>> = {
  'npm run release': /build-release\/droppoint-0\.1\.0-\w{8}: copy it to each machine/,
  'runuser -u droppoint -- node droppoint-*/droppoint.mjs snapshot': /Published \d+ of 60 points/,
  'runuser -u droppoint -- node droppoint-*/droppoint.mjs doctor':
    /^(?!.*(failed|warning) )[^]*ok +rights: user id/,
  'runuser -u droppoint -- node droppoint-*/droppoint.mjs switch': /current is droppoint-0\.1\.0/,
  'systemctl enable --now droppoint.socket droppoint.service droppoint-snapshot.timer': /listens at/,
  'nginx -t': /test is successful/,
  'curl --silent --show-error --fail --insecure --resolve points.example:443:127.0.0.1 https://points.example/api/ready':
    /"status":"ready","token":"ok","network":"ok","pages":"ok"/,
};

describe('the operator\u2019s guide', () => {
  it('has no command that is neither run here nor said to be left out, and why', () => {
    const known = [...Object.keys(STEPS), ...Object.keys(NOT_RUN)];
    expect(known.filter((line) => !LINES.includes(line) && !FIRST_LINES.includes(line))).toEqual([]);
    expect(LINES.filter((line) => !known.includes(line))).toEqual([]);
    for (const line of Object.keys(FIRST_PAGE_SAYS)) expect(FIRST_LINES).toContain(line);
  });

  it('names the lines of .env that have to be edited', () => {
    const [table = ''] = /^\| in `\.env`[^]*?\n\n/m.exec(FIRST_PAGE) ?? [];
    const named = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/`[A-Z_]+`/g) ?? []);
    expect(named).toEqual(Object.keys(EDITS).map((key) => `\`${key}\``));
  });

  it('makes a release in sources as they are cloned', async () => {
    for (const line of FIRST_LINES.slice(0, AT).filter((each) => NOT_RUN[each] === undefined)) {
      // Without the registry: the packages are linked, and only the script that follows the installation is run.
      const said = await inClone(line === 'npm ci' ? 'npm run prepare' : line);
      expect(said, line).toMatch(FIRST_PAGE_SAYS[line] ?? /(?:)/);
      if (line === 'cp .env.example .env') editSettings();
    }
  });

  it.skipIf(!canIsolate || !hasNginx)(
    'leads from a clean machine to one that serves, as a user that is not root, with nginx as it is shipped',
    async () => {
      const there = await CleanMachine.start(clone);
      try {
        await followFirstPage(there);
        await checkFirstPage(there);
      } finally {
        await there.stop();
      }
    },
  );

  async function followFirstPage(there: CleanMachine): Promise<void> {
    const platform = ['PORT=3001', 'POINTS=60'].map((word) => `SANDBOX_${word}`).join(' ');
    const secret = `PLATFORM_CLIENT_SECRET=${EDITS['PLATFORM_CLIENT_SECRET']}`;
    const started = there.spawn(
      `cd ${process.cwd()} && ${platform} ${secret} ${process.execPath} --import tsx sandbox/main.ts`,
    );
    await once(started.stdout!, 'data');
    for (const line of FIRST_LINES.slice(AT).filter((each) => NOT_RUN[each] === undefined)) {
      const said = await (STANDING_IN[line]?.(there) ?? there.run(line));
      expect(said, line).toMatch(FIRST_PAGE_SAYS[line] ?? /(?:)/);
    }
  }

  /** What the page promises: who runs what, what is answered at which port, and that the nightly run will work. */
  async function checkFirstPage(there: CleanMachine): Promise<void> {
    const processes = await there.run('ps -eo user:20,args');
    expect(processes).toMatch(/^droppoint +\S+ \/srv\/droppoint\/current\/droppoint\.mjs serve$/m);
    expect(processes).toMatch(/^www-data +nginx: worker process/m);
    const ask = (address: string) =>
      there.run(
        `curl --silent --insecure --include --resolve points.example:443:127.0.0.1 --resolve points.example:80:127.0.0.1 ${address}`,
      );
    for (const path of [
      '/',
      '/v1/droppoint.js',
      '/snapshot/manifest.json',
      '/basemap/6/34-21.mvt --output /dev/null --dump-header -',
    ])
      expect(await ask(`https://points.example${path}`), path).toMatch(/^HTTP\/2 200/);
    expect(await ask('http://points.example/account?a=b')).toMatch(
      /^HTTP\/1\.1 301[^]*^location: https:\/\/points\.example\/account\?a=b\r$/im,
    );
    expect(await ask('http://[::1]/ --globoff')).toMatch(/^HTTP\/1\.1 301/);
    expect(await ask('http://127.0.0.1:9464/metrics')).toContain('droppoint_network_published 1');
    const nightly = there.commandOf(await there.run('cat /etc/systemd/system/droppoint-snapshot.service'));
    expect(await there.run(nightly)).toMatch(/Published \d+ of 60 points/);
    if (spawnSync('promtool', ['--version']).status === 0) {
      const [config = ''] = blocksOf('yaml', FIRST_PAGE);
      await there.run(`cat > /etc/prometheus/prometheus.yml <<'END'\n${config}END`);
      expect(await there.run('promtool check config /etc/prometheus/prometheus.yml')).toContain(
        'rules found',
      );
    }
  }

  it('has commands in its other chapters that do what it says, one after the other', async () => {
    const [release = ''] = readdirSync(join(clone, 'build-release'));
    cpSync(join(clone, 'build-release', release), join(machine.folder, release), { recursive: true });
    for (const program of ['snapshot', 'switch'])
      expect(await machine.run(release, program)).toMatchObject({ status: 0 });
    for (const line of new Set(LINES)) {
      const step = STEPS[line];
      if (step === undefined) continue;
      await step.before?.();
      expect(await (step.run ?? inRelease)(line), line).toMatch(step.says);
    }
  });

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
