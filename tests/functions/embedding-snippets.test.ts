import { execFile, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { compile } from 'svelte/compiler';
import { transformWithOxc } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import { checkPoint } from '../../examples/shop/check-point.mjs';
import { GUIDE, snippet } from '../guide-snippets.ts';
import { makeGrid } from '../unit/network/open-test-snapshot.ts';
import { publish } from '../unit/network/publish-in-memory.ts';
import { startHarness } from './harness.ts';

const run = promisify(execFile);
const hasPhp = spawnSync('php', ['--version']).status === 0;
const ITEMS = makeGrid(6);
let server: Server;
let origin: string;
beforeAll(async () => {
  const published = publish(ITEMS, {
    places: [{ name: 'Warszawa', kind: 'city', count: 9, latitude: 52, longitude: 21 }],
  });
  const { ask, clock } = startHarness({
    servePage: (request) => {
      const content = published.files.get(new URL(request.url).pathname.replace('/snapshot/', ''));
      return new Response(typeof content === 'string' ? content : content?.slice(), {
        status: content === undefined ? 404 : 200,
      });
    },
  });
  clock.nowMs = Date.parse(published.manifest.walkedAt);
  server = createServer((request, response) => {
    void ask(request.url ?? '').then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** A Droppoint that is down in every way there is. */
const away = { origin: '', status: 503 as number | '200 with a page' | 'silence' | 'half an answer' };
let awayServer: Server;
beforeAll(async () => {
  awayServer = createServer((_, response) => {
    if (typeof away.status === 'number')
      response
        .writeHead(away.status, { 'content-type': 'application/json' })
        .end('{"error":"x","message":"No."}');
    else if (away.status === '200 with a page') response.end('<html>down for maintenance</html>');
    else if (away.status === 'half an answer') response.write('{"isValid":fal');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => awayServer.once('listening', resolve));
  away.origin = `http://127.0.0.1:${(awayServer.address() as AddressInfo).port}`;
});
afterAll(() => {
  awayServer.closeAllConnections();
  awayServer.close();
});

const RECIPES = ['in the guide', 'in the guide, in PHP', 'of the example shop'] as const;
type Recipe = (droppoint: string, id: string, wanted?: Record<string, string>) => Promise<unknown>;
/** Each asks a Droppoint about an id, as its snippet does. `wanted`: the query, in place of the snippet's own. */
const recipes: Record<(typeof RECIPES)[number], Recipe> = {
  'in the guide': (droppoint, id, wanted) => {
    const AsyncFunction = (async () => {}).constructor as new (
      ...parts: string[]
    ) => (id: string, ask: () => void) => Promise<unknown>;
    let code = snippet('js', 'AbortSignal')
      .replaceAll('https://points.example', droppoint)
      .replace('timeout(3000)', 'timeout(500)');
    if (wanted) code = code.replace("{ country: 'PL,CZ' }", JSON.stringify(wanted));
    return new AsyncFunction('id', 'askForAnotherPoint', `${code}; return validity;`)(id, () => undefined);
  },
  'in the guide, in PHP': async (droppoint, id, wanted) => {
    let code = snippet('php', 'check_point')
      .replaceAll('https://points.example', droppoint)
      .replace("'timeout' => 3", "'timeout' => 0.5");
    if (wanted) code = code.replace('country=PL,CZ', new URLSearchParams(wanted).toString());
    const program = `${code.replace('<?php', '')}\necho json_encode(check_point(base64_decode($argv[1])));`;
    const { stdout } = await run('php', ['-r', program, '--', Buffer.from(id).toString('base64')]);
    return JSON.parse(stdout) as unknown;
  },
  'of the example shop': checkPoint,
};

const here = (code: string) => code.replaceAll('https://points.example', origin);

/** A country that no snippet asks for, and one that it does. */
const foreign = ITEMS.find(({ country }) => country === 'FR')!.id;
const own = ITEMS.find(({ country }) => country === 'PL')!.id;

afterEach(() => vi.restoreAllMocks());

describe('the guide’s recipes for a shop’s server', () => {
  it('ask with curl', async () => {
    const code = here(snippet('sh', 'curl')).replace('PL_WAW123A', own);
    const { stdout } = await run('/bin/sh', ['-c', code]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'exists', isValid: true });
  });

  it('ask with Node', async () => {
    const code = here(snippet('js', 'AbortSignal'));
    const AsyncFunction = (async () => {}).constructor as new (
      ...parts: string[]
    ) => (id: string, ask: (others: unknown[]) => void) => Promise<{ status: string }>;
    const recipe = new AsyncFunction('id', 'askForAnotherPoint', `${code}; return validity;`);
    const asked: unknown[][] = [];
    const ask = (others: unknown[]) => void asked.push(others);
    expect((await recipe(own, ask)).status).toBe('exists');
    expect(asked).toEqual([]);
    await recipe(foreign, ask);
    expect(asked[0]).toHaveLength(5);
    await recipe('PL_closed', ask);
    expect(asked).toHaveLength(2);
    const unreachable = new AsyncFunction(
      'id',
      'askForAnotherPoint',
      `${code.replaceAll(origin, 'http://127.0.0.1:1')}; return validity;`,
    );
    expect((await unreachable(own, ask)).status).toBe('unknown');
    expect(asked).toHaveLength(2);
  });

  it('find the nearest points', async () => {
    const code = snippet('js', '/api/points/nearest');
    const AsyncFunction = (async () => {}).constructor as new (
      ...parts: string[]
    ) => (
      offer: (id: string, lines: string[], metres: number) => void,
      say: (text: string) => void,
    ) => Promise<void>;
    const offered: unknown[][] = [];
    const said: string[] = [];
    const offer = (...point: unknown[]) => void offered.push(point);
    const say = (text: string) => void said.push(text);
    await new AsyncFunction('offerPoint', 'sayThat', here(code))(offer, say);
    expect(offered.map(([id]) => id)).toEqual(['PL_0', 'PL_6', 'PL_3']);
    expect(offered.map(([, lines, metres]) => [lines, metres])).toContainEqual([[], 0]);
    expect(said).toEqual(['00-950 isn’t known: these are near Warszawa.']);
    const unreachable = code.replaceAll('https://points.example', 'http://127.0.0.1:1');
    await new AsyncFunction('offerPoint', 'sayThat', unreachable)(offer, say);
    expect(offered).toHaveLength(3);
  });

  it('ask as the example shop does', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await checkPoint(origin, own)).toMatchObject({ status: 'exists', point: { id: own } });
    expect(await checkPoint(origin, 'PL_closed')).toMatchObject({ status: 'gone', isValid: false });
    expect(await checkPoint('http://127.0.0.1:1', own)).toMatchObject({ status: 'unknown', isValid: true });
  });

  it.each(RECIPES.filter((which) => hasPhp || which !== 'in the guide, in PHP'))(
    'hold an order back on a mistake and let it through in an outage: the one %s',
    async (which) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const ask = recipes[which];
      const refused = { status: 'refused', isValid: false, alternatives: [] };
      const unknown = { status: 'unknown', isValid: true, alternatives: [] };
      // The real function, about what is no id, and asked with a parameter that there isn't.
      for (const id of ['x'.repeat(500), '', 'PL_\u0007'])
        expect([id, await ask(origin, id)]).toMatchObject([id, refused]);
      expect(await ask(origin, own, { contry: 'PL' })).toMatchObject(refused);
      for (const [status, wanted] of [
        [400, refused],
        [404, refused],
        [403, refused],
        [429, unknown],
        [500, unknown],
        [502, unknown],
        [503, unknown],
      ] as const) {
        away.status = status;
        expect([status, await ask(away.origin, own)]).toMatchObject([status, wanted]);
      }
      for (const status of ['200 with a page', 'silence', 'half an answer'] as const) {
        away.status = status;
        expect([status, await ask(away.origin, own)]).toMatchObject([status, unknown]);
      }
    },
    30_000,
  );

  it('are whole in PHP: every bracket is closed, and the address is escaped', () => {
    const code = snippet('php', 'check_point');
    for (const [open, close] of ['()', '[]', '{}']) {
      expect(code.split(open!).length).toBe(code.split(close!).length);
    }
    expect(code).toContain("'https://points.example/api/points/' . rawurlencode($id)");
  });

  // PHP is no part of what Droppoint needs: where there is none, the brackets above have to do.
  it.skipIf(!hasPhp)('ask with PHP', async () => {
    const ask = async (code: string, id: string) => {
      const program = `${code.replace('<?php', '')}\necho json_encode(check_point($argv[1]));`;
      const { stdout } = await run('php', ['-r', program, '--', id]);
      return JSON.parse(stdout) as unknown;
    };
    const code = snippet('php', 'check_point');
    expect(await ask(here(code), own)).toMatchObject({ status: 'exists', isValid: true });
    expect(await ask(here(code), 'PL_closed')).toMatchObject({ status: 'gone', isValid: false });
    const unreachable = code.replaceAll('https://points.example', 'http://127.0.0.1:1');
    expect(await ask(unreachable, own)).toMatchObject({ status: 'unknown', isValid: true });
  });
});

describe('the guide’s snippets for frameworks', () => {
  it.each(['ondroppoint-error', 'ref='])('compile in React (%s)', async (holding) => {
    const { code } = await transformWithOxc(snippet('jsx', holding), 'PickupPoint.jsx', {
      jsx: { runtime: 'automatic' },
    });
    expect(code).toContain('jsx("droppoint-picker"');
  });

  it('compile in Vue', () => {
    const { descriptor, errors } = parse(snippet('vue', 'defineModel'));
    expect(errors).toEqual([]);
    expect(compileScript(descriptor, { id: 'x' }).content).toContain('useModel');
    const template = compileTemplate({ source: descriptor.template!.content, filename: 'x.vue', id: 'x' });
    expect(template.errors).toEqual([]);
  });

  it('compile in Svelte', () => {
    const { warnings } = compile(snippet('svelte', '$bindable'), { filename: 'PickupPoint.svelte' });
    expect(warnings).toEqual([]);
  });

  it('are all of a language that a test runs', () => {
    const languages = new Set([...GUIDE.matchAll(/^ *```([a-z]+)$/gm)].map((match) => match[1]));
    // `html` and `css` are put into a page by tests/browser/embedding-snippets.spec.ts.
    expect([...languages].sort()).toEqual(['css', 'html', 'js', 'jsx', 'php', 'sh', 'svelte', 'vue']);
  });
});
