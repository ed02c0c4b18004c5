import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { compile } from 'svelte/compiler';
import { transformWithOxc } from 'vite';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import { checkPoint } from '../../examples/shop/check-point.mjs';
import { compileLines, GUIDE, snippet } from '../guide-snippets.ts';
import { listen } from '../processes.ts';
import { makeGrid } from '../unit/network/open-test-snapshot.ts';
import { publish } from '../unit/network/publish-in-memory.ts';
import { serveNetwork } from './serve-network.ts';

const run = promisify(execFile);
const hasPhp = spawnSync('php', ['--version']).status === 0;
const ITEMS = makeGrid(6);
const places = [{ name: 'Warszawa', kind: 'city', count: 9, latitude: 52, longitude: 21 }];
const server = await serveNetwork(await publish(ITEMS, { places }));
const { origin } = server;

/** A Droppoint that fails in every possible way. */
const away = { status: 503 as number | string };
const BODIES: Readonly<Record<string, string>> = {
  'an answer about another point': '{"id":"PL_other","status":"exists","isValid":true}',
  'the nearest points': '{"place":null,"points":[]}',
};
const awayServer = await listen((_, response) => {
  if (typeof away.status === 'number')
    response
      .writeHead(away.status, { 'content-type': 'application/json' })
      .end('{"error":"x","message":"No."}');
  else if (away.status.endsWith('with a page'))
    response.writeHead(parseInt(away.status)).end('<html>down for maintenance</html>');
  else if (away.status in BODIES) response.end(BODIES[away.status]);
  else if (away.status === 'half an answer') response.write('{"isValid":fal');
});
afterAll(() => Promise.all([server.close(), awayServer.close()]));

/** Called by the snippet for Node with the alternatives to a point that doesn't match. */
const offeredInPlace = vi.fn<(others: unknown[]) => void>();
const RECIPES = ['in the guide', 'in the guide, in PHP', 'of the example shop'] as const;
type Recipe = (droppoint: string, id: string, expected?: Record<string, string>) => Promise<unknown>;
/**
 * Each checks an id with a Droppoint, as its snippet does. `wanted`: a query used instead of the
 * snippet's own.
 */
const recipes: Record<(typeof RECIPES)[number], Recipe> = {
  'in the guide': (droppoint, id, expected) => {
    let code = snippet('js', 'toWellFormed')
      .replaceAll('https://points.example', droppoint)
      .replace('timeout(3000)', 'timeout(2000)');
    if (expected) code = code.replace("{ country: 'PL,CZ' }", JSON.stringify(expected));
    return compileLines(['id', 'askForAnotherPoint'], `${code}; return validity;`)(id, offeredInPlace);
  },
  'in the guide, in PHP': async (droppoint, id, expected) => {
    let code = snippet('php', 'check_point')
      .replaceAll('https://points.example', droppoint)
      .replace("'timeout' => 3", "'timeout' => 2");
    if (expected) code = code.replace('country=PL,CZ', new URLSearchParams(expected).toString());
    const program = `${code.replace('<?php', '')}\necho json_encode(check_point(base64_decode($argv[1])));`;
    const { stdout } = await run('php', ['-r', program, '--', Buffer.from(id).toString('base64')]);
    return JSON.parse(stdout) as unknown;
  },
  'of the example shop': checkPoint,
};

const here = (code: string) => code.replaceAll('https://points.example', origin);

/** Points of a country that no snippet accepts, and of one that they accept. */
const foreign = ITEMS.find(({ country }) => country === 'FR')!.id;
const own = ITEMS.find(({ country }) => country === 'PL')!.id;

// Droppoint doesn't need PHP: without it, the snippet in PHP is only checked for balanced brackets below.
const runnable = RECIPES.filter((which) => hasPhp || which !== 'in the guide, in PHP');

afterEach(() => vi.restoreAllMocks());

describe('Guide: recipes for a shop’s server', () => {
  it('the curl recipes work', async () => {
    const code = here(snippet('sh', 'PL_WAW123A?')).replace('PL_WAW123A', own);
    const { stdout } = await run('/bin/sh', ['-c', code]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'exists', isValid: true });
  });

  it.each(runnable)('the recipes check a point: %s', async (which) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const request = recipes[which];
    expect(await request(origin, own)).toMatchObject({ status: 'exists', isValid: true, point: { id: own } });
    expect(await request(origin, 'PL_closed')).toMatchObject({ status: 'gone', isValid: false });
    expect(await request('http://127.0.0.1:1', own)).toMatchObject({ status: 'unknown', isValid: true });
  });

  it('the recipe offers other points only if the chosen one isn’t accepted', async () => {
    for (const [droppoint, id, lengths] of [
      [origin, own, []],
      [origin, foreign, [5]],
      [origin, 'PL_closed', [0]],
      ['http://127.0.0.1:1', own, []],
    ] as const) {
      offeredInPlace.mockClear();
      await recipes['in the guide'](droppoint, id);
      expect(offeredInPlace.mock.calls.map(([others]) => others.length)).toEqual(lengths);
    }
  });

  it('the recipes find the nearest points', async () => {
    const code = snippet('js', '/api/nearest-points');
    const offered: unknown[][] = [];
    const announced: string[] = [];
    const offer = (...point: unknown[]) => void offered.push(point);
    const format = (text: string) => void announced.push(text);
    await compileLines(['offerPoint', 'sayThat'], here(code))(offer, format);
    expect(offered.map(([id]) => id)).toEqual(['PL_0', 'PL_6', 'PL_3']);
    expect(offered.map(([, lines, metres]) => [lines, metres])).toContainEqual([[], 0]);
    expect(announced).toEqual(['00-950 isn’t known: these are near Warszawa.']);
    const unreachable = code.replaceAll('https://points.example', 'http://127.0.0.1:1');
    await compileLines(['offerPoint', 'sayThat'], unreachable)(offer, format);
    expect(offered).toHaveLength(3);
  });

  it.each(runnable)(
    'the recipes refuse an order after a mistake and accept it in an outage: %s',
    async (which) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const request = recipes[which];
      const refused = { status: 'refused', isValid: false, alternatives: [] };
      const unknown = { status: 'unknown', isValid: true, alternatives: [] };
      // The real function, with malformed ids, and with a malformed parameter.
      for (const id of ['x'.repeat(500), '', 'PL_\u0007'])
        expect([id, await request(origin, id)]).toMatchObject([id, refused]);
      expect(await request(origin, own, { country: 'P1' })).toMatchObject(refused);
      for (const [status, expected] of [
        [400, refused],
        [404, refused],
        [403, refused],
        [429, unknown],
        [500, unknown],
        [502, unknown],
        [503, unknown],
      ] as const) {
        away.status = status;
        expect([status, await request(awayServer.origin, own)]).toMatchObject([status, expected]);
      }
      for (const [status, expected] of [
        ['silence', unknown],
        ['half an answer', unknown],
        ['503 with a page', unknown],
        ['200 with a page', refused],
        ['404 with a page', refused],
        ['an answer about another point', refused],
        ['the nearest points', refused],
      ] as const) {
        away.status = status;
        expect([status, await request(awayServer.origin, own)]).toMatchObject([status, expected]);
      }
    },
    30_000,
  );

  it('the PHP recipe closes every bracket and escapes the address', () => {
    const code = snippet('php', 'check_point');
    for (const [open, close] of ['()', '[]', '{}']) {
      expect(code.split(open!).length).toBe(code.split(close!).length);
    }
    expect(code).toContain("'https://points.example/api/points/' . rawurlencode($id)");
  });
});

describe('Guide: snippets for frameworks', () => {
  it.each(['ondroppoint-error', 'ref='])('the snippets compile in React (%s)', async (holding) => {
    const { code } = await transformWithOxc(snippet('jsx', holding), 'PickupPoint.jsx', {
      jsx: { runtime: 'automatic' },
    });
    expect(code).toContain('jsx("droppoint-picker"');
  });

  it('the snippets compile in Vue', () => {
    const { descriptor, errors } = parse(snippet('vue', 'defineModel'));
    expect(errors).toEqual([]);
    expect(compileScript(descriptor, { id: 'x' }).content).toContain('useModel');
    const template = compileTemplate({ source: descriptor.template!.content, filename: 'x.vue', id: 'x' });
    expect(template.errors).toEqual([]);
  });

  it('the snippets compile in Svelte', () => {
    const { warnings } = compile(snippet('svelte', '$bindable'), { filename: 'PickupPoint.svelte' });
    expect(warnings).toEqual([]);
  });

  it('every snippet’s language has a test that runs it', () => {
    const languages = new Set([...GUIDE.matchAll(/^ *```([a-z]+)$/gm)].map((match) => match[1]));
    // `html` and `css` are tested in tests/browser/embedding-snippets.spec.ts.
    expect([...languages].sort()).toEqual(['css', 'html', 'js', 'jsx', 'php', 'sh', 'svelte', 'vue']);
  });
});
