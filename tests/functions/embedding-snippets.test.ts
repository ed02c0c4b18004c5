import { execFile, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { compile } from 'svelte/compiler';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const here = (code: string) => code.replaceAll('https://points.example', origin);

/** A country that no snippet asks for, and one that it does. */
const foreign = ITEMS.find(({ country }) => country === 'FR')!.id;
const own = ITEMS.find(({ country }) => country === 'PL')!.id;

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
    expect(await checkPoint(origin, own)).toMatchObject({ status: 'exists', point: { id: own } });
    expect(await checkPoint(origin, 'PL_closed')).toMatchObject({ status: 'gone', isValid: false });
    expect(await checkPoint(origin, 'x'.repeat(500))).toMatchObject({ status: 'gone', isValid: false });
    expect(await checkPoint('http://127.0.0.1:1', own)).toMatchObject({ status: 'unknown', isValid: true });
  });

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
  it('compile in React', async () => {
    const { code } = await transformWithOxc(snippet('jsx', 'onChange'), 'PickupPoint.jsx', {
      jsx: { runtime: 'automatic' },
    });
    expect(code).toContain('ondroppoint-error');
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
