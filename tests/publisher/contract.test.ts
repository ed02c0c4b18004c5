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

const messagesOf = (differences: readonly Difference[], kind: Difference['kind']) =>
  differences
    .filter((difference) => difference.kind === kind)
    .map(({ path, message }) => `${path}: ${message}`);
const read = (environment: Record<string, string> = {}) =>
  readContract(makeSettings(makeFolder(), { ...addresses, ...environment }).platform, {
    fetch,
    now: Date.now,
  });

describe('Contract of the platform', () => {
  it('the sandbox’s answers match the schemas', async () => {
    expect(messagesOf(await read(), 'breaking')).toEqual([]);
  });

  it('new fields and values break nothing', async () => {
    await switchFaults(sandbox, [{ kind: 'additive' }]);
    const differences = await read();
    expect(messagesOf(differences, 'breaking')).toEqual([]);
    expect(messagesOf(differences, 'additive')).toEqual(
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
  ])('reports a break for %j', async (faults, breaking) => {
    await switchFaults(sandbox, faults);
    expect(messagesOf(await read(), 'breaking')).toEqual(
      expect.arrayContaining([typeof breaking === 'string' ? breaking : expect.stringMatching(breaking)]),
    );
  });

  it('reports missing optional fields, which break nothing', async () => {
    await switchFaults(sandbox, [{ kind: 'missing-field', field: 'address', routes: ['points'] }]);
    const differences = await read();
    expect(messagesOf(differences, 'breaking')).toEqual([]);
    expect(messagesOf(differences, 'absent')).toContain('point.address: not sent in any of 400');
  });

  it('an empty list breaks nothing', async () => {
    const { platform } = makeSettings(makeFolder());
    const differences = await readContract(platform, { fetch: makePlatform([]).fetch, now: Date.now });
    expect(messagesOf(differences, 'breaking')).toEqual([]);
  });

  it('an ignored page parameter is a break', async () => {
    const differences = await read({ PLATFORM_PAGE_PARAMETER: 'seite' });
    expect(messagesOf(differences, 'breaking')).toEqual(
      expect.arrayContaining([
        'page.page: requested page 2, got page 1',
        'page.items: another page contains the items of page 1',
      ]),
    );
  });

  it('pages that don’t add up, or another type, are a break', async () => {
    const platform = makePlatform(
      makeItems(250).map((item, at) => ({
        ...item,
        imageUrl: 'https://pictures.example/1',
        country: { code: 'PL' },
        type: at % 20 === 0 ? 7 : 'APM',
      })),
    );
    platform.interfere = (page) =>
      page === 2 ? Response.json({ count: 250, page, perPage: 100, totalPages: 4, items: [] }) : undefined;
    const { platform: client } = makeSettings(makeFolder());
    const differences = await readContract(client, { fetch: platform.fetch, now: Date.now });
    // One type in twenty is a number: malformed data.
    expect(messagesOf(differences, 'breaking').sort()).toEqual([
      'page.items: 0 items on page 2 of 4, expected 100',
      "page.totalPages: 4 pages of 100 don't hold 250 items",
      'point.country: object instead of string in 150 of 150',
    ]);
  });

  it('a snapshot’s report lists the differences', async () => {
    const folder = makeFolder();
    await switchFaults(sandbox, [
      { kind: 'additive' },
      { kind: 'missing-field', field: 'imageUrl', routes: ['points'] },
    ]);
    const taken = await run(makeSettings(folder, addresses), { fetch });
    const { report, version } = readPublished(folder);
    expect(messagesOf(report.contract, 'breaking')).toEqual(['point.imageUrl: missing in 2000 of 2000']);
    expect(messagesOf(report.contract, 'additive')).toEqual(
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

  it('exits with 0 if nothing is broken and with 1 otherwise, as text and as JSON', async () => {
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

  it('exits with 1 and the reason if the platform refuses', async () => {
    await switchFaults(sandbox, [{ kind: 'answer', status: 403, routes: ['points'] }]);
    expect(await start()).toEqual({
      code: 1,
      output: expect.stringContaining('refuses to show its points') as string,
    });
  });
});
