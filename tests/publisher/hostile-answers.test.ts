import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, type Listening } from '../processes.ts';
import { makeFolder } from '../temporary-folder.ts';
import { cutPage, ENVIRONMENT, makeItems } from './made-up-platform.ts';

/** Pages are parsed while the names of cities (33 MB) are in memory; the largest allowed ones take up to 385 MB. */
const MOST_MEGABYTES = 450;
const MEGABYTE_OF_BLANKS = Buffer.alloc(1_000_000, ' ');
/** 900 MB in less than one: gzip allows several members in a row. */
const BOMB = Buffer.concat(Array<Buffer>(900).fill(gzipSync(MEGABYTE_OF_BLANKS)));

type Answer = (response: ServerResponse, page: number) => void;

const json = (response: ServerResponse, body: unknown) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
const bomb: Answer = (response) => void response.setHeader('content-encoding', 'gzip').end(BOMB);
const endless: Answer = (response) => {
  const go = () => {
    while (response.write(MEGABYTE_OF_BLANKS));
  };
  response.on('drain', go);
  go();
};
const token: Answer = (response) =>
  json(response, { access_token: 'a-token', token_type: 'Bearer', expires_in: 300 });
const items = makeItems(3_500);
/** Answers page 1 of seven properly, so that the other six are requested at the same time. */
const fromPage2 =
  (answer: Answer): Answer =>
  (response, page) =>
    page === 1 ? json(response, cutPage(items, 1, 500)) : answer(response, page);
/** Answers with the longest and most fragmented page that the limits allow: all different names, and long new values. */
const fat: Answer = (response, page) => {
  const names = Array.from({ length: 180 }, (_, at) => [`name_${page}_${at}`, {}] as const);
  const more = JSON.stringify({ ...Object.fromEntries(names), displayName: 'N'.repeat(2_000) }).slice(1);
  const own = items.slice(500 * page - 500, 500 * page);
  const texts = own.map((item, at) =>
    JSON.stringify({ ...item, type: `${page}.${at} ${'T'.repeat(1_500)}` }).replace(/\}$/, `,${more}`),
  );
  const { items: _, ...rest } = cutPage(items, page, 500);
  response.end(JSON.stringify({ ...rest, items: [] }).replace('[]', `[${texts.join()}]`));
};

let platform: Listening | null = null;
afterEach(() => platform?.close());

/** Runs a program against a platform with these answers. @returns its exit code, its output, and its peak memory in MB */
async function run(program: string, ofPages: Answer, ofTokens: Answer = token) {
  platform = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://platform');
    if (pathname === '/oauth2/token') ofTokens(response, 0);
    else ofPages(response, Number(searchParams.get('page')));
  });
  // Read /proc, because getrusage also counts the process that started this one.
  const reportMemory = `import { readFileSync } from 'node:fs'; process.on('exit', () => console.error(readFileSync('/proc/self/status', 'utf8')))`;
  const words = [
    '--import',
    'tsx',
    '--import',
    `data:text/javascript,${encodeURIComponent(reportMemory)}`,
    program,
  ];
  const child = spawn(process.execPath, words, {
    env: {
      ...process.env,
      ...ENVIRONMENT,
      PLATFORM_BASE_URL: platform.origin,
      PLATFORM_AUTH_URL: platform.origin,
      SNAPSHOT_DIR: makeFolder(),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, megabytes: Number(/VmHWM:\s+(\d+) kB/.exec(output)![1]) / 1e3 };
}

describe.runIf(existsSync('/proc/self/status'))('Answers of any size', () => {
  it.each<[what: string, program: string, pages: Answer, tokens?: Answer]>([
    ['a compressed page', 'publisher/main.ts', bomb],
    ['six pages without end at once', 'publisher/main.ts', fromPage2(endless)],
    ['a token', 'publisher/main.ts', bomb, bomb],
    ['a page that the contract is compared with', 'publisher/contract/main.ts', bomb],
  ])('stops reading a huge answer early: %s', async (_what, program, pages, tokens) => {
    const { code, output, megabytes } = await run(program, pages, tokens);
    expect(code).toBe(1);
    expect(output).toContain('The answer has more than 4096000 bytes');
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  });

  it('the largest allowed answers stay within the memory limit', async () => {
    const { code, output, megabytes } = await run('publisher/main.ts', fat);
    expect(output).toContain('Published 3,500 of 3,500 points');
    expect(code).toBe(0);
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  });
});
