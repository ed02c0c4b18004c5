import { cpSync, readFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { examine } from '../../deploy/doctor/examine.ts';
import type { Finding, Machine } from '../../deploy/doctor/finding.ts';
import { hashFiles } from '../../deploy/program/release-folder.ts';
import { writePage } from '#search/gazetteer/format.ts';
import { makeSettings as makeSnapshotSettings, run } from '../publisher/made-up-platform.ts';
import { startSmallSandbox } from '../sandbox/sandbox-client.ts';
import { findFreePort } from '../functions/find-free-port.ts';
import { hasRedis, RedisProcess } from '../functions/redis-process.ts';
import { makePages, makeSettings } from './make-release.ts';
import { makeManifest } from '../streets/made-up-manifest.ts';
import { makeFolder } from '../temporary-folder.ts';

const DAY_MS = 24 * 3600 * 1000;
const pages = makePages('one');
const network = makeFolder();
const sandbox = await startSmallSandbox({ SANDBOX_POINTS: '300' });
const settings = await makeSettings(sandbox.addresses);
// Publish it today, because the doctor warns of a network that is days old.
await run(makeSnapshotSettings(network, settings), { fetch }, { now: Date.now });
afterAll(() => sandbox.close());

/** Examines a healthy machine with a test's changes. */
function examineWith(environment: Record<string, string> = {}, changes: Partial<Machine> = {}) {
  const all = { ...settings, SNAPSHOT_DIR: network, STREETS_DIR: '/nowhere', ...environment };
  return examine({
    environment: all,
    fileKeys: Object.keys(all),
    settingsFile: '/nowhere/.env',
    userId: 1000,
    buildFolder: pages,
    release: null,
    fetch,
    now: Date.now,
    ...changes,
  });
}

const describeProblems = (findings: Finding[]) =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ part, state, message }) => `${state} ${part}: ${message}`);

function copyOf(folder: string, change: (copy: string) => void): string {
  const copy = makeFolder();
  cpSync(folder, copy, { recursive: true });
  change(copy);
  return copy;
}

describe('Doctor', () => {
  it('Doctor: finds nothing wrong on a healthy machine', async () => {
    const findings = await examineWith();
    expect(describeProblems(findings)).toEqual([]);
    expect(findings.map(({ part }) => part)).toEqual([
      'settings',
      'rights',
      'build',
      'token',
      'clock',
      'network',
      'streets',
      'disk',
    ]);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['a missing setting', { APP_ORIGIN: '' }, /^failed settings: APP_ORIGIN is missing/],
    [
      'a wrong setting of the publisher',
      { SNAPSHOT_CONCURRENCY: 'many' },
      /^failed settings: SNAPSHOT_CONCURRENCY must be/,
    ],
    ['a wrong port', { PORT: '70000' }, /^failed settings: PORT must be/],
    [
      'an unknown key',
      { EMBED_ORIGIN: 'https://a.example' },
      /^failed settings: EMBED_ORIGIN is not a setting. Did you mean EMBED_ORIGINS\?/,
    ],
    [
      'an unrelated key',
      { FAVOURITE_COLOUR: 'red' },
      /^failed settings: FAVOURITE_COLOUR is not a setting. Remove it/,
    ],
    ['a wrong secret', { PLATFORM_CLIENT_SECRET: 'wrong' }, /^failed token: The platform refuses the client/],
    [
      'a platform that isn\u2019t there',
      { PLATFORM_AUTH_URL: 'http://127.0.0.1:9' },
      /^warning token: Can't reach the platform/,
    ],
    ['a scope that isn\u2019t granted', { PLATFORM_POINTS_SCOPE: 'api:nothing:read' }, /^failed token: /],
    [
      'no network',
      { SNAPSHOT_DIR: join(makeFolder(), 'none') },
      /^failed network: nothing is published in \/\S+none/,
    ],
  ])('Doctor: reports %s', async (_what, environment, expected) => {
    expect(describeProblems(await examineWith(environment))[0]).toMatch(expected);
  });

  it('Doctor: accepts keys of the sandbox and of Node', async () => {
    const known = {
      SANDBOX_PORT: '1',
      NODE_OPTIONS: '',
      HOST: '127.0.0.1',
      METRICS_PORT: '9464',
      PUBLIC_IMAGE_HOSTS: 'https://pictures.example',
      SNAPSHOT_KEEP_VERSIONS: '3',
    };
    expect(describeProblems(await examineWith(known))).toEqual([]);
  });

  it('Doctor: reports environment variables only with our prefixes', async () => {
    const mistaken = { SNAPSHOT_FOLDER: '/x', CHOOSE_RETURN: 'myshop://point' };
    const environment = { ...settings, SNAPSHOT_DIR: network, ...mistaken, EDITOR: 'vi' };
    const findings = await examineWith({}, { environment, fileKeys: null });
    expect(describeProblems(findings)).toEqual([
      'failed settings: SNAPSHOT_FOLDER is not a setting. Did you mean SNAPSHOT_DIR?',
      'failed settings: CHOOSE_RETURN is not a setting. Did you mean CHOOSE_RETURNS?',
    ]);
  });

  it('Doctor: reports a build without some pages, and a changed release', async () => {
    const without = copyOf(pages, (copy) => {
      for (const page of ['embed.html', 'choose.html']) rmSync(join(copy, page));
    });
    expect(describeProblems(await examineWith({}, { buildFolder: without }))[0]).toMatch(
      /^failed build: .* lacks embed\.html, choose\.html:/,
    );

    const note = { name: 'droppoint-1', version: '1', files: hashFiles(pages), publicSettings: {} };
    const release = (folder: string) => ({ buildFolder: folder, release: { folder, note } });
    expect(describeProblems(await examineWith({}, release(pages)))).toEqual([]);
    const changed = copyOf(pages, (copy) => writeFileSync(join(copy, 'index.html'), 'defaced'));
    expect(describeProblems(await examineWith({}, release(changed)))[0]).toMatch(
      /^failed build: 1 files .*\(index\.html\)/,
    );
    const added = copyOf(pages, (copy) => writeFileSync(join(copy, 'shell.mjs'), ''));
    expect(describeProblems(await examineWith({}, release(added)))[0]).toMatch(/\(shell\.mjs\)/);
  });

  it('Doctor: warns that a public setting has no effect on a built release', async () => {
    const note = { name: 'droppoint-1', version: '1', files: hashFiles(pages), publicSettings: {} };
    const findings = await examineWith({ PUBLIC_OFFLINE: 'off' }, { release: { folder: pages, note } });
    expect(describeProblems(findings)).toEqual([
      expect.stringMatching(/^warning settings: PUBLIC_OFFLINE is built into the pages/),
    ]);
  });

  it.each<[string, number, RegExp[]]>([
    ['an hour ahead', 3_600_000, [/^failed clock: .* 360\d s ahead/]],
    [
      'an hour behind',
      -3_900_000,
      [
        /^failed clock: .* behind/,
        /^warning network: .*Z, 65 minutes in the future: the clock of this machine/,
      ],
    ],
    ['400 days ahead', 400 * DAY_MS, [/^failed clock/, /^warning network: .* answer unknown/]],
    [
      'three days behind',
      -3 * DAY_MS,
      [/^failed clock: .* behind/, /^failed network: .* the clock was wrong/],
    ],
  ])('Doctor: reports a clock that is %s', async (_what, aheadMs, expected) => {
    const wrong = describeProblems(await examineWith({}, { now: () => Date.now() + aheadMs }));
    expect(wrong).toEqual(expected.map((pattern) => expect.stringMatching(pattern) as string));
  });

  it('Doctor: reports a network with missing files, and streets without their archive', async () => {
    const broken = copyOf(network, (copy) =>
      rmSync(join(copy, readVersion(copy), 'ids'), { recursive: true }),
    );
    expect(describeProblems(await examineWith({ SNAPSHOT_DIR: broken }))[0]).toMatch(
      /^failed network: .*--rollback/,
    );

    const streets = makeFolder();
    const manifest = makeManifest({ name: 'andorra', version: '0123456789abcdef' });
    writeFileSync(join(streets, 'manifest.json'), JSON.stringify(manifest));
    const wrong = describeProblems(await examineWith({ STREETS_DIR: streets }));
    expect(wrong).toEqual([expect.stringMatching(/^failed streets: the archive of andorra is missing/)]);

    const examineStore = async (existing: RegExp) => {
      const requestFromStore: typeof fetch = (input, init) => {
        const { pathname } = new URL(new Request(input).url);
        if (!pathname.startsWith('/streets/')) return fetch(input, init);
        if (!existing.test(pathname)) return Promise.resolve(new Response(null, { status: 404 }));
        return Promise.resolve(
          pathname.endsWith('.json') ? Response.json(manifest) : new Response('whole file'),
        );
      };
      const environment = { STREETS_URL: 'https://files.example/streets' };
      const findings = await examineWith(environment, { fetch: requestFromStore });
      return findings.find(({ part }) => part === 'streets')?.message;
    };
    expect(await examineStore(/none/)).toContain(
      'there is no manifest.json at https://files.example/streets/',
    );
    expect(await examineStore(/json$/)).toContain('the archive of andorra is missing');
    expect(await examineStore(/./)).toContain('status 200 to a range');
  });

  it('Doctor: reports missing or unreadable gazetteer files', async () => {
    const streets = makeFolder();
    const [version, search] = ['0123456789abcdef', 'fedcba9876543210'];
    const folder = join(streets, 'andorra', search);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(streets, 'andorra', `${version}.pmtiles`), '');
    const gazetteer = { format: 1, version: search, countries: ['AD'] };
    const manifest = makeManifest({ name: 'andorra', version, search: gazetteer });
    writeFileSync(join(streets, 'manifest.json'), JSON.stringify(manifest));
    const write = (file: string, content: unknown) =>
      writeFileSync(join(folder, `${file}.gz`), gzipSync(JSON.stringify(content)));
    const examineAgain = async () => describeProblems(await examineWith({ STREETS_DIR: streets }));

    expect(await examineAgain()).toEqual([
      expect.stringMatching(/^failed .*andorra .*index\.json is missing/),
    ]);
    write('index.json', { format: 1, keys: ['a', 'm'] });
    write('0.json', writePage([]));
    expect(await examineAgain()).toEqual([expect.stringMatching(/^failed .*andorra .*1\.json is missing/)]);
    writeFileSync(join(folder, '1.json.gz'), 'half');
    expect(await examineAgain()).toEqual([expect.stringMatching(/^failed .*andorra .*can't read 1\.json/)]);
    write('1.json', writePage([]));
    expect(await examineAgain()).toEqual([]);
  });

  it('Doctor: reports an invalid REDIS_URL without its password', async () => {
    for (const url of [
      'redis.example:6379',
      'https://redis.example',
      'redis://a:canary@',
      'redis://redis.example/one',
    ]) {
      const wrong = describeProblems(await examineWith({ REDIS_URL: url }));
      expect(wrong, url).toEqual([
        expect.stringMatching(/^failed settings: REDIS_URL must be an address like/),
      ]);
      expect(wrong[0]).not.toContain('canary');
    }
  });

  it.skipIf(!hasRedis)('Doctor: reports whether the shared store is writable, and why not', async () => {
    const port = await findFreePort();
    const redis = new RedisProcess(port, ['--requirepass', 'canary']);
    const place = `127.0.0.1:${port}`;
    const findRedis = async (login: string) =>
      (await examineWith({ REDIS_URL: `redis://${login}${place}/2` })).find(({ part }) => part === 'redis');
    expect(await findRedis(':canary@')).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(/^can't use 127\.0\.0\.1:\d+ \(.*ECONNREFUSED.*\): each node/) as string,
    });
    await redis.start();
    expect(await findRedis(':canary@')).toEqual({ part: 'redis', state: 'ok', message: place });
    expect((await findRedis(':other@'))?.message).toContain('WRONGPASS');
    expect((await findRedis(''))?.message).toContain('NOAUTH');
    await redis.kill();
  });

  it('Doctor: warns of a disk without room for the next network', async () => {
    // Make a file with a hole, which takes no space.
    const large = copyOf(network, (copy) =>
      truncateSync(join(copy, readVersion(copy), 'ids', '0.json'), 2 ** 42),
    );
    const disk = (await examineWith({ SNAPSHOT_DIR: large })).find(({ part }) => part === 'disk');
    expect(disk).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(
        /^\d+ MB are free at \S+, but the next network takes up to 175\d{5} MB\.$/,
      ) as string,
    });
  });

  it('Doctor: examines the nearest existing folder if the network’s doesn\u2019t exist yet', async () => {
    const folder = join(makeFolder(), 'not/yet');
    const findings = await examineWith({ SNAPSHOT_DIR: folder });
    expect(findings.find(({ part }) => part === 'disk')?.message).not.toContain('not/yet');
    mkdirSync(folder, { recursive: true });
    const later = await examineWith({ SNAPSHOT_DIR: folder });
    expect(later.find(({ part }) => part === 'disk')?.message).toContain('not/yet');
  });
});

function readVersion(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { version: string }).version;
}
