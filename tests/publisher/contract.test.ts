import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Difference } from '../../publisher/contract/observation.ts';
import { readContract } from '../../publisher/contract/read-contract.ts';
import { settingsOf, startSmallSandbox, switchFaults, type Json } from '../sandbox/sandbox-client.ts';
import { ENVIRONMENT, makeItems, makePlatform, makeSettings, runNow as run } from './made-up-platform.ts';
import { readPublished } from './read-published.ts';
import { makeFolder } from '../temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const sandbox = await startSmallSandbox();
const addresses = settingsOf(sandbox.addresses);
afterAll(() => sandbox.close());
afterEach(() => switchFaults(sandbox, []));

const told = (differences: readonly Difference[], kind: Difference['kind']) =>
  differences
    .filter((difference) => difference.kind === kind)
    .map(({ path, message }) => `${path}: ${message}`);
const read = (environment: Record<string, string> = {}) =>
  readContract(makeSettings(makeFolder(), { ...addresses, ...environment }).platform, {
    fetch,
    now: Date.now,
  });

describe('the platform’s answers', () => {
  it('are as the schemas say', async () => {
    expect(told(await read(), 'breaking')).toEqual([]);
  });

  it('may have more fields and values', async () => {
    await switchFaults(sandbox, [{ kind: 'additive' }]);
    const differences = await read();
    expect(told(differences, 'breaking')).toEqual([]);
    expect(told(differences, 'additive')).toEqual(
      expect.arrayContaining([
        'page.futureField: new field, object',
        'point.futureField: new field, object',
        'point.accessibility: new field, array',
        'point.type: new value "DRONE_PAD"',
        'point.locationType: new value "UNDERGROUND"',
        'point.capabilities[]: new value "PARCEL_WEIGH"',
        'token.futureField: new field, object',
      ]),
    );
  });

  it.each<[faults: Json[], breaking: string | RegExp]>([
    [
      [{ kind: 'missing-field', field: 'totalPages', routes: ['points'] }],
      'page.totalPages: missing in 1 of 1',
    ],
    [[{ kind: 'missing-field', field: 'id', routes: ['points'] }], 'point.id: missing in 400 of 400'],
    [
      [{ kind: 'missing-field', field: 'type', share: 0.5, routes: ['points'] }],
      /^point\.type: missing in 2\d\d of 400$/,
    ],
    [
      [{ kind: 'missing-field', field: 'coordinates.latitude', routes: ['points'] }],
      /^point\.coordinates\.latitude: missing in/,
    ],
    [
      [{ kind: 'token-answer', overrides: { expires_in: 'soon' } }],
      /^token\.expires_in: string instead of integer in/,
    ],
    [
      [{ kind: 'missing-field', field: 'access_token', routes: ['token'] }],
      /^token\.access_token: missing in/,
    ],
    [[{ kind: 'answer', status: 200, as: 'html', routes: ['points'] }], /^answer: /],
  ])('break their contract: %j', async (faults, breaking) => {
    await switchFaults(sandbox, faults);
    expect(told(await read(), 'breaking')).toEqual(
      expect.arrayContaining([typeof breaking === 'string' ? breaking : expect.stringMatching(breaking)]),
    );
  });

  it('lack what isn’t promised, which is told and breaks nothing', async () => {
    await switchFaults(sandbox, [{ kind: 'missing-field', field: 'address', routes: ['points'] }]);
    const differences = await read();
    expect(told(differences, 'breaking')).toEqual([]);
    expect(told(differences, 'absent')).toContain('point.address: not sent in any of 400');
  });

  it('break nothing where the list is empty', async () => {
    const { platform } = makeSettings(makeFolder());
    const differences = await readContract(platform, { fetch: makePlatform([]).fetch, now: Date.now });
    expect(told(differences, 'breaking')).toEqual([]);
  });

  it('break their contract where the page parameter means nothing any more', async () => {
    const differences = await read({ PLATFORM_PAGE_PARAMETER: 'seite' });
    expect(told(differences, 'breaking')).toEqual(
      expect.arrayContaining([
        'page.page: asked for page 2, got page 1',
        'page.items: another page holds the items of page 1',
      ]),
    );
  });

  it('break their contract where pages don’t add up or a type is another', async () => {
    const platform = makePlatform(
      makeItems(250).map((item, at) => ({
        ...item,
        imageUrl: 'https://pictures.example/1',
        country: { code: 'PL' },
        type: at % 20 === 0 ? 7 : 'APM',
      })),
    );
    platform.meddle = (page) =>
      page === 2 ? Response.json({ count: 250, page, perPage: 100, totalPages: 4, items: [] }) : undefined;
    const { platform: client } = makeSettings(makeFolder());
    const differences = await readContract(client, { fetch: platform.fetch, now: Date.now });
    // One type in twenty is a number: malformed data.
    expect(told(differences, 'breaking').sort()).toEqual([
      'page.items: 0 items on page 2 of 4, expected 100',
      "page.totalPages: 4 pages of 100 don't hold 250 items",
      'point.country: object instead of string in 150 of 150',
    ]);
  });

  it('are told of in the report of a snapshot', async () => {
    const folder = makeFolder();
    await switchFaults(sandbox, [
      { kind: 'additive' },
      { kind: 'missing-field', field: 'imageUrl', routes: ['points'] },
    ]);
    const taken = await run(makeSettings(folder, addresses), { fetch });
    const { report, version } = readPublished(folder);
    expect(told(report.contract, 'breaking')).toEqual(['point.imageUrl: missing in 2000 of 2000']);
    expect(told(report.contract, 'additive')).toEqual(
      expect.arrayContaining([
        'page.futureField: new field, object',
        'token.futureField: new field, object',
        'point.type: new value "DRONE_PAD"',
      ]),
    );
    expect(taken).toMatchObject({ breaking: 1, differences: report.contract.length });
    expect(readFileSync(join(version, 'report.txt'), 'utf8')).toContain(
      'BREAKING: point.imageUrl: missing in 2000 of 2000',
    );
  });
});

describe('npm run contract', () => {
  const start = (...parameters: string[]) =>
    new Promise<{ code: number; output: string }>((done) => {
      const child = execFile(
        process.execPath,
        ['--import', 'tsx', 'publisher/contract/main.ts', ...parameters],
        { cwd: ROOT, env: { ...process.env, ...ENVIRONMENT, ...addresses } },
        (_error, output, errors) => done({ code: child.exitCode ?? -1, output: output + errors }),
      );
    });

  it('ends with 0 where nothing is broken and with 1 where something is, for people and for programs', async () => {
    expect(await start()).toEqual({
      code: 0,
      output: expect.stringContaining('nothing is broken') as string,
    });
    await switchFaults(sandbox, [{ kind: 'missing-field', field: 'country', routes: ['points'] }]);
    const { code, output } = await start('--json');
    expect([code, JSON.parse(output)]).toEqual([
      1,
      expect.objectContaining({
        base: sandbox.addresses.base,
        compatible: false,
        findings: expect.arrayContaining([
          { kind: 'breaking', path: 'point.country', message: 'missing in 400 of 400' },
        ]) as Difference[],
      }),
    ]);
  });

  it('ends with 1 and says why where the platform can’t be had', async () => {
    await switchFaults(sandbox, [{ kind: 'answer', status: 403, routes: ['points'] }]);
    expect(await start()).toEqual({
      code: 1,
      output: expect.stringContaining('refuses to show its points') as string,
    });
  });
});
