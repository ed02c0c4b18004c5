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
import { LINE } from '#network/vector-tile/read-vector-tile.ts';
import { startStore } from '../publisher/object-store-process.ts';
import { startSmallSandbox, switchFaults } from '../sandbox/sandbox-client.ts';
import { drawn, layer, makeArchive } from '../streets/made-up-archive.ts';
import { canIsolate, CleanMachine } from './clean-machine.ts';
import { Machine, makeSettings } from './make-release.ts';
import { hasNginx } from './start-front.ts';
import { makeFolder } from '../temporary-folder.ts';

const GUIDE = readFileSync('docs/operating.md', 'utf8');
/** The tests follow chapter 1 on a clean machine, from its first line to its last, and run the other chapters' lines one by one. */
const FIRST_PAGE = GUIDE.slice(0, GUIDE.indexOf('\n## 2. '));
const blocksOf = (language: string, text = GUIDE) =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms'))].map(([, block]) => block!);
/** Lists the shell lines in order, without comments. */
const linesOf = (text: string) =>
  blocksOf('sh', text).flatMap((block) =>
    block
      .split('\n')
      .map((line) => line.replace(/ {2,}#.*/, '').trim())
      .filter((line) => line !== ''),
  );
const FIRST_LINES = linesOf(FIRST_PAGE);
const LINES = linesOf(GUIDE.slice(FIRST_PAGE.length));

/** Lines that can't run here, and the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'apt-get install --yes nginx-light libnginx-mod-http-brotli-static openssl curl certbot':
    'needs the internet: `npm run test:all` installs them before',
  "certbot certonly --webroot -w /var/www/html -d points.example --deploy-hook 'systemctl reload nginx'":
    'needs the internet, and your own host',
  'journalctl -u droppoint --output cat --since yesterday | grep order-4711':
    'needs systemd; batch.test.ts compares the line that it finds',
  'npx vite build': '`npm run release` does it in the same clone, and `npm test` for the browsers',
  'npx wrangler deploy': 'needs a Cloudflare account; supply.test.ts lets it make what it would send',
  'pmtiles extract https://build.protomaps.com/20261101.pmtiles berlin.pmtiles --bbox=13.08,52.33,13.77,52.68 --maxzoom=14':
    'needs the internet, and a program of another project',
};

/** The operator's edits of `.env` on the first page; null deletes the line. */
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
/** A clone of the sources, with generated files that depend on them alone and take half a minute of processor time to make. */
const clone = makeFolder();
const MADE = [
  'static/basemap',
  'src/lib/map/compiled',
  '.cache/basemap',
  'src/lib/i18n/compiled',
  'packages/languages/compiled',
];
const machine = new Machine();
/** The operator's working folder, in which a release's commands run. */
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
  for (const name of listed.split('\0').filter((path) => path !== '' && existsSync(path))) {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    copyFileSync(name, join(clone, name));
  }
  // Copy generated files last, so that they are newer than the sources and aren't made again.
  for (const name of MADE) cpSync(name, join(clone, name), { recursive: true });
  // Link each package: removing the folder through a single link would remove the packages themselves.
  mkdirSync(join(clone, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((entry) => !entry.startsWith('.vite')))
    symlinkSync(join(process.cwd(), 'node_modules', name), join(clone, 'node_modules', name));
  // Make it older than the installed packages, so that they aren't installed again.
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
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const [status] = (await once(child, 'close')) as [number];
  if (status !== 0) throw new Error(`${line} ended with ${status}:\n${output}`);
  return output;
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
  prints: RegExp;
}

const inClone = (line: string) => run(line, clone);
const inRelease = (line: string) => run(line, current);

/** Each line with its expected output. */
const STEPS: Readonly<Record<string, Step>> = {
  // The release of the first page.
  'npm ci': { run: () => Promise.resolve(''), prints: /^$/ },
  'npm run edge': { run: inClone, prints: /files, of 20,000 that the free plan allows/ },
  'npm run snapshot': {
    before: () =>
      switchFaults(sandbox, [{ kind: 'drift', mode: 'remove', points: 1, times: 1, routes: ['points'] }]),
    prints: /Published \d+ of 59 points/,
  },
  'npm run snapshot -- --to s3://droppoint-network/live': {
    before: () => switchFaults(sandbox, []),
    prints: /files uploaded to the object store/,
  },
  'npm run snapshot -- --list': { prints: /current/ },
  'npm run snapshot -- --rollback': { prints: /Published \S+ again/ },
  'npm run contract': { prints: /nothing is broken/ },
  'npm run contract -- --organization 6f9619ff-8b86-4011-b42d-00c04fc964ff': {
    prints: /held +10\.1 [^]*untried +10\.6 /,
  },
  'npm run contract -- --organization 6f9619ff-8b86-4011-b42d-00c04fc964ff --write': {
    prints: /held +10\.6 a shipment is created: \d{24}[^]*held +10\.24 and cancelled/,
  },
  'npm run streets -- germany.pmtiles': {
    before: async () => {
      const street = layer(
        'streets',
        drawn(LINE, [[0, 9, 4000, 9]], { kind: 'primary', name: 'Hauptstraße' }),
      );
      copyFileSync(
        await makeArchive({ tiles: { '14/8261/6050': [street] } }),
        join(current, 'germany.pmtiles'),
      );
    },
    prints: /Published germany\//,
  },
  [CRON]: {
    run: (line) => {
      // Drop the times and the user of the cron line, and its escapes of percent signs. Take the archive from this disk.
      const command = line.replace(/^.*? droppoint cd \S+/, `cd ${machine.folder}`).replaceAll('\\%', '%');
      const programs = makeFolder({ pmtiles: `#!/bin/sh\ncp ${join(current, 'germany.pmtiles')} "$3"\n` });
      chmodSync(join(programs, 'pmtiles'), 0o755);
      return run(`PATH=${programs}:$PATH; ${command}`, '/');
    },
    prints: /Published berlin\//,
  },
  'npm run streets': { prints: /germany\/[0-9a-f]{16}/ },
  'npm run streets -- --remove germany': { prints: /Removed: germany/ },
  'npm run streets -- germany.pmtiles --to s3://droppoint-streets': {
    prints: /2 files uploaded to the object store/,
  },
  'npm run streets -- --to s3://droppoint-streets': { prints: /0 files uploaded to the object store/ },
};

/** Number of the first page's lines that run in the sources; the others run on the machine. */
const AT = FIRST_LINES.indexOf('npm run release') + 1;

/** Replacements for lines of the first page that need systemd; they return the output. */
const STANDING_IN: Readonly<Record<string, (cleanMachine: CleanMachine) => Promise<string>>> = {
  'systemctl enable --now droppoint.socket droppoint.service droppoint-snapshot.timer': async (
    cleanMachine,
  ) => {
    const unit = await cleanMachine.run('cat /etc/systemd/system/droppoint.service');
    const service = cleanMachine.spawn(cleanMachine.commandOf(unit));
    let output = '';
    service.stdout!.on('data', (text) => (output += String(text)));
    while (!output.includes('listens') && service.exitCode === null)
      await Promise.race([once(service.stdout!, 'data'), once(service, 'exit')]);
    return output;
  },
  'systemctl restart nginx': (cleanMachine) => cleanMachine.run('nginx'),
};

/** Expected output of the first page's lines; that of the others doesn't matter. */
const FIRST_PAGE_SAYS: Readonly<Record<string, RegExp>> = {
  'npm run release': /build-release\/droppoint-0\.1\.0-\w{8}: copy it to each machine/,
  'runuser -u droppoint -- node droppoint-*/droppoint.mjs snapshot': /Published \d+ of 60 points/,
  'runuser -u droppoint -- node droppoint-*/droppoint.mjs doctor':
    /^(?!.*(failed|warning) )[^]*ok +rights: user id/,
  'runuser -u droppoint -- node droppoint-*/droppoint.mjs switch': /current is now droppoint-0\.1\.0/,
  'systemctl enable --now droppoint.socket droppoint.service droppoint-snapshot.timer': /listens at/,
  'nginx -t': /test is successful/,
  'curl --silent --show-error --fail --insecure --resolve points.example:443:127.0.0.1 https://points.example/api/ready':
    /"status":"ready","token":"ok","network":"ok","pages":"ok"/,
};

describe('Operator\u2019s guide', () => {
  it('Operator\u2019s guide: every command is run here, or skipped for a stated reason', () => {
    const known = [...Object.keys(STEPS), ...Object.keys(NOT_RUN)];
    expect(known.filter((line) => !LINES.includes(line) && !FIRST_LINES.includes(line))).toEqual([]);
    expect(LINES.filter((line) => !known.includes(line))).toEqual([]);
    for (const line of Object.keys(FIRST_PAGE_SAYS)) expect(FIRST_LINES).toContain(line);
  });

  it('Operator\u2019s guide: names the lines of .env to edit', () => {
    const [table = ''] = /^\| in `\.env`[^]*?\n\n/m.exec(FIRST_PAGE) ?? [];
    const named = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/`[A-Z_]+`/g) ?? []);
    expect(named).toEqual(Object.keys(EDITS).map((key) => `\`${key}\``));
  });

  it('Operator\u2019s guide: its commands make a release from a fresh clone', async () => {
    for (const line of FIRST_LINES.slice(0, AT).filter((each) => NOT_RUN[each] === undefined)) {
      // Don't use the registry: the packages are linked, so run only the script that follows the installation.
      const output = await inClone(line === 'npm ci' ? 'npm run prepare' : line);
      expect(output, line).toMatch(FIRST_PAGE_SAYS[line] ?? /(?:)/);
      if (line === 'cp .env.example .env') editSettings();
    }
  });

  it.skipIf(!canIsolate || !hasNginx)(
    'Operator\u2019s guide: leads from a clean machine to a running service with nginx, without root',
    async () => {
      const cleanMachine = await CleanMachine.start(clone);
      try {
        await followFirstPage(cleanMachine);
        await checkFirstPage(cleanMachine);
      } finally {
        await cleanMachine.stop();
      }
    },
  );

  async function followFirstPage(cleanMachine: CleanMachine): Promise<void> {
    const platform = ['PORT=3001', 'POINTS=60'].map((word) => `SANDBOX_${word}`).join(' ');
    const secret = `PLATFORM_CLIENT_SECRET=${EDITS['PLATFORM_CLIENT_SECRET']}`;
    const started = cleanMachine.spawn(
      `cd ${process.cwd()} && ${platform} ${secret} ${process.execPath} --import tsx sandbox/main.ts`,
    );
    await once(started.stdout!, 'data');
    for (const line of FIRST_LINES.slice(AT).filter((each) => NOT_RUN[each] === undefined)) {
      const output = await (STANDING_IN[line]?.(cleanMachine) ?? cleanMachine.run(line));
      expect(output, line).toMatch(FIRST_PAGE_SAYS[line] ?? /(?:)/);
    }
  }

  /** Checks the page's promises: the users of the processes, the answers at each port, and a working nightly run. */
  async function checkFirstPage(cleanMachine: CleanMachine): Promise<void> {
    const processes = await cleanMachine.run('ps -eo user:20,args');
    expect(processes).toMatch(/^droppoint +\S+ \/srv\/droppoint\/current\/droppoint\.mjs serve$/m);
    expect(processes).toMatch(/^www-data +nginx: worker process/m);
    const request = (address: string) =>
      cleanMachine.run(
        `curl --silent --insecure --include --resolve points.example:443:127.0.0.1 --resolve points.example:80:127.0.0.1 ${address}`,
      );
    for (const path of [
      '/',
      '/v1/droppoint.js',
      '/snapshot/manifest.json',
      '/basemap/6/34-21.mvt --output /dev/null --dump-header -',
    ])
      expect(await request(`https://points.example${path}`), path).toMatch(/^HTTP\/2 200/);
    expect(await request('http://points.example/account?a=b')).toMatch(
      /^HTTP\/1\.1 301[^]*^location: https:\/\/points\.example\/account\?a=b\r$/im,
    );
    expect(await request('http://[::1]/ --globoff')).toMatch(/^HTTP\/1\.1 301/);
    expect(await request('http://127.0.0.1:9464/metrics')).toContain('droppoint_network_published 1');
    const nightly = cleanMachine.commandOf(
      await cleanMachine.run('cat /etc/systemd/system/droppoint-snapshot.service'),
    );
    expect(await cleanMachine.run(nightly)).toMatch(/Published \d+ of 60 points/);
    if (spawnSync('promtool', ['--version']).status === 0) {
      const [config = ''] = blocksOf('yaml', FIRST_PAGE);
      await cleanMachine.run(`cat > /etc/prometheus/prometheus.yml <<'END'\n${config}END`);
      expect(await cleanMachine.run('promtool check config /etc/prometheus/prometheus.yml')).toContain(
        'rules found',
      );
    }
  }

  it('Operator\u2019s guide: the commands of the other chapters work in order', async () => {
    const [release = ''] = readdirSync(join(clone, 'build-release'));
    cpSync(join(clone, 'build-release', release), join(machine.folder, release), { recursive: true });
    for (const program of ['snapshot', 'switch'])
      expect(await machine.run(release, program)).toMatchObject({ status: 0 });
    for (const line of new Set(LINES)) {
      const step = STEPS[line];
      if (step === undefined) continue;
      await step.before?.();
      expect(await (step.run ?? inRelease)(line), line).toMatch(step.prints);
    }
  });

  it('Operator\u2019s guide: binds buckets by the names that the worker knows', () => {
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
