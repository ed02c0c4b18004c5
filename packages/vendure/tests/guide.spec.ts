import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import { readSnippets } from '../../../tests/guide-snippets.ts';
import { runCompiler } from '../../../tests/package/run-compiler.ts';
import { findOrder, fillBasket, placeOrder, pointsNear } from './checkout.ts';
import { readFile, test } from './vendure.ts';

const GUIDE = readFileSync('docs/vendure.md', 'utf8');
const [run, install, start] = readSnippets(GUIDE, 'sh') as [string, string, string];
const [read, set] = readSnippets(GUIDE, 'graphql') as [string, string];
const OWN = JSON.parse(readFileSync('packages/vendure/package.json', 'utf8')) as {
  devDependencies: Record<string, string>;
};

test('Vendure guide: it installs the versions that the tests use', () => {
  for (const name of ['@vendure/core', 'sql.js'])
    expect(install).toContain(` ${name}@${OWN.devDependencies[name]} `);
  // npm only records what to install; everything else really runs.
  const folder = resolve('packages/vendure/node_modules/.guide/droppoint');
  const shop = resolve(folder, '../shop');
  rmSync(resolve(folder, '..'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const output = execFileSync(
    'bash',
    [
      '-ec',
      `npm() { echo "npm $*"; mkdir -p node_modules/@droppoint; ln -sfn "$BUILT" node_modules/@droppoint/vendure; }\n${install}\nls`,
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, BUILT: resolve('packages/vendure/node_modules/@droppoint/vendure') },
    },
  );
  expect(output.split('\n')).toEqual(
    expect.arrayContaining(['config.mjs', 'fill.mjs', 'shop.mjs', 'storefront']),
  );
  // The guide sets exactly the settings that the snippet reads.
  const { stdout } = {
    stdout: execFileSync('bash', ['-ec', `node() { :; }\n${start}\nenv`], { cwd: shop, encoding: 'utf8' }),
  };
  const shown = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(run + start)![1]!;
  expect(shown('EMBED_ORIGINS')).toBe(`http://127.0.0.1:${shown('STOREFRONT_PORT')}`);
  expect(shown('SANDBOX_WEBHOOK_SECRET')).toBe(shown('WEBHOOK_SECRET'));
  const named = [...readFile('droppoint.mjs').matchAll(/env\.([A-Z_]+)/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(stdout).toMatch(new RegExp(`^${name}=.`, 'm'));
});

/** The parts of `@vendure/email-plugin` that the handler uses, as documented: the plugin is too large to test with. */
const EMAIL_PLUGIN = `import type { Injector, RequestContext, Type } from '@vendure/core';
interface Handler<Event> {
  loadData<Data>(load: (context: { event: Event; injector: Injector }) => Promise<Data>): Handler<Event & { data: Data }>;
  setRecipient(read: (event: Event) => string): this;
  setFrom(from: string): this;
  setSubject(subject: string): this;
  setTemplateVars(read: (event: Event) => Record<string, unknown>): this;
}
export declare class EmailEventListener {
  constructor(type: string);
  on<Event extends { ctx: RequestContext }>(event: Type<Event>): Handler<Event>;
}
`;

test('Vendure guide: its handler for a closed point has the types of Vendure and of the plugins', () => {
  const folder = resolve('packages/vendure/node_modules/.guide-types');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [handler] = readSnippets(GUIDE, 'ts');
  writeFileSync(resolve(folder, 'handler.ts'), handler!);
  writeFileSync(resolve(folder, 'email-plugin.d.ts'), EMAIL_PLUGIN);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', lib: ['es2023', 'dom'] },
    ...{ module: 'nodenext', moduleResolution: 'nodenext', typeRoots: [resolve('node_modules/@types')] },
    ...{ types: ['node'], paths: { '@vendure/email-plugin': ['./email-plugin.d.ts'] } },
  };
  writeFileSync(resolve(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  expect(runCompiler(['-p', folder])).toBe('');
});

test('Vendure guide: its Shop API queries work', async ({ shopper, droppoint, vendure: _ }) => {
  await fillBasket(shopper);
  const { eligibleShippingMethods } = await shopper.request(read);
  expect(eligibleShippingMethods[0].metadata.droppoint.countries).toContain('PL');
  const [id] = await pointsNear(droppoint.origin, 'city=Warszawa&country=PL&limit=1');
  expect((await shopper.request(set, { id })).setPickupPoint.customFields.pickupPoint.id).toBe(id);
  expect((await shopper.request(set, { id: 'PL_NO_SUCH_POINT' })).setPickupPoint.errorCode).toBe(
    'PICKUP_POINT_ERROR',
  );
});

test('Vendure guide: its email template prints the point’s lines', async ({
  shopper,
  staff,
  droppoint,
  vendure: _,
}) => {
  const [id] = await pointsNear(droppoint.origin, 'city=Warszawa&country=PL&limit=1');
  const order = await findOrder(staff, (await placeOrder(shopper, id!)).id);
  const { compile } = createRequire(resolve('packages/vendure/package.json'))('handlebars') as {
    compile: (template: string) => (values: object) => string;
  };
  const write = compile(readSnippets(GUIDE, 'hbs').join(''));
  // Everything is in one MJML text element; MJML itself is too large to test with.
  const body = /<mj-text>(.+)<\/mj-text>/s.exec(write({ order }))![1];
  for (const line of order.customFields.pickupPoint.lines) expect(body).toContain(line);
  expect(write({ order: { customFields: { pickupPoint: { id: null, lines: [] } } } }).trim()).toBe('');
});
