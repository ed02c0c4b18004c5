import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../functions/find-free-port.ts';
import { end, listen, startProgram, waitUntilReady } from '../processes.ts';
import { makeShipment, startCarrier } from '../sandbox/carrier-client.ts';
import { OFFLINE, WRANGLER } from '../start-workerd.ts';
import { makeFolder } from '../temporary-folder.ts';
import { install } from './build.ts';
import { examinePackage } from './examine-package.ts';

/** A worker that sends a parcel, and returns its label and its events. */
const WORKER = `
import { createPlatform, eventsOf, stateOfParcel } from '@droppoint/platform';
async function sendOne(baseUrl, token, shipment) {
  const auth = { read: async () => token, renew: async () => token };
  const platform = createPlatform({ baseUrl, auth });
  const { data } = await platform.shipments.create('org-1', shipment);
  const label = await platform.shipments.label('org-1', data.trackingNumber, 'pdf-a6');
  for await (const parcel of platform.tracking.get([data.trackingNumber]))
    return [label.data.type, String.fromCharCode(...label.data.bytes.slice(0, 5)), stateOfParcel(eventsOf(parcel))];
}
export default { fetch: async (request) => Response.json(await sendOne(...(await request.json()))) };
`;

const MODULES = resolve('node_modules');
const folder = makeFolder();
const built = install(folder, 'platform');

describe('Client package', () => {
  it('it passes the package checks, and its types resolve in every mode', async () => {
    const sound = { messages: [], types: { kind: 'included' }, problems: [] };
    expect(await examinePackage(built, folder)).toMatchObject(sound);
  });

  it('its types work with the strictest compiler options', () => {
    writeFileSync(
      join(folder, 'shop.ts'),
      `import { createPublicKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createPlatform, readWebhook, stateOfParcel, UnknownOutcomeError, type Shipment } from '@droppoint/platform';
import { createClientCredentials } from '@droppoint/platform/token';
import { createDroppoint, createReturnLink } from '@droppoint/platform/shop';
import type { PickupPoint } from '@droppoint/platform/order';
export const addressOf = ({ streetLine1, countryCode }: PickupPoint): string[] => [streetLine1, countryCode];
const auth = createClientCredentials({ origin: 'https://a.example', clientId: 'a', clientSecret: 'b' });
const platform = createPlatform({ baseUrl: 'https://a.example', auth });
export async function send(shipment: Shipment): Promise<Uint8Array> {
  const { data, requestId } = await platform.shipments.create('o', shipment, { deduplicationId: 'x' });
  console.log(requestId);
  for await (const { events } of platform.tracking.get(['1'])) console.log(events);
  const label = await platform.shipments.label('o', data.trackingNumber, 'zpl-203');
  return label.data.bytes;
}
export const receive = (request: Request | IncomingMessage) =>
  readWebhook(request, { keys: [{ secret: 's' }, { publicKey: createPublicKey('x') }] });
export async function around(id: string): Promise<string[]> {
  const { data } = await platform.points.get(id);
  return (await platform.points.near(data.coordinates)).data.items.map((near) => near.id + String(near.distance));
}
export const link = (orderNumber: string): Promise<string> =>
  createReturnLink({
    ...{ origin: 'https://points.example', secret: 's', orderNumber, countryCode: 'PL' },
    expiresAt: new Date(),
  });
export const state = stateOfParcel([{ code: 'EOL.1001', time: '2026-11-20T12:00:00Z' }]) === 'delivered';
export const isOpen = (error: unknown) => error instanceof UnknownOutcomeError && error.deduplicationId;
export async function check(id: string): Promise<string[]> {
  const check = await createDroppoint('https://points.example').check(id, { country: ['PL'] });
  if (check.outcome !== 'checked') return [];
  return check.point.alternatives.map(({ summary }) => summary.address.streetLine1);
}
// @ts-expect-error Both names are required.
export const wrong: Shipment['sender'] = { firstName: 'Ida', email: 'i@fern.example', phone: '+48500000101' };
`,
    );
    for (const moduleResolution of ['bundler', 'nodenext']) {
      const module = moduleResolution === 'bundler' ? 'esnext' : 'nodenext';
      const flags = `--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022 --lib es2023,dom,dom.iterable --types node`;
      const parameters = [
        ...flags.split(' '),
        '--typeRoots',
        join(MODULES, '@types'),
        '--module',
        module,
        '--moduleResolution',
        moduleResolution,
      ];
      execFileSync(
        process.execPath,
        [join(MODULES, '@typescript/native/bin/tsc'), ...parameters, 'shop.ts'],
        {
          cwd: folder,
          stdio: 'pipe',
        },
      );
    }
  });

  it('editors show documentation for each method and suggest known values', () => {
    const file = join(folder, 'editor.ts');
    const calls = `call points.list points.page points.get points.near shipments.create shipments.get shipments.label tracking.get
      returns.create returns.get returns.label pickups.create pickups.list pickups.get pickups.cancel pickups.cutoff`;
    const lines = calls.split(/\s+/).map((call) => `platform.${call};`);
    const values = [
      "parcels[0]!.weight.unit = '",
      "parcels[0]!.type = '",
      "priority = '",
      "valueAddedServices![0]!.id = '",
    ];
    writeFileSync(
      file,
      `import { createPlatform, type Shipment } from '@droppoint/platform';
declare const platform: ReturnType<typeof createPlatform>;
declare const shipment: Shipment;
${lines.join('\n')}
${values.map((value) => `shipment.${value}';`).join('\n')}
`,
    );
    const text = readFileSync(file, 'utf8');
    const options = { module: ts.ModuleKind.NodeNext, strict: true, types: [] };
    const service = ts.createLanguageService({
      ...(ts.sys as Omit<ts.System, 'useCaseSensitiveFileNames'>),
      useCaseSensitiveFileNames: () => true,
      getScriptFileNames: () => [file],
      getScriptVersion: () => '1',
      getScriptSnapshot: (name) =>
        ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(name)!) : undefined,
      getCurrentDirectory: () => folder,
      getCompilationSettings: () => options,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
    });
    const silent = lines.filter((line) => {
      const info = service.getQuickInfoAtPosition(file, text.indexOf(line) + line.length - 2);
      return ts.displayPartsToString(info?.documentation) === '';
    });
    expect(silent).toEqual([]);
    const offered = values.map((value) =>
      service
        .getCompletionsAtPosition(file, text.indexOf(value) + value.length, {})
        ?.entries.map(({ name }) => name)
        .sort(),
    );
    expect(offered).toEqual([
      ['DAG', 'G', 'KG', 'L'],
      ['RVM', 'STANDARD'],
      ['EXPRESS', 'STANDARD'],
      ['additionalCover', 'cross_dock', 'priority'],
    ]);
    service.dispose();
  });

  it('its size is at most 13 KB without its three libraries, and 3.5 KB for a shop’s server', async () => {
    const weigh = async (file: string) => {
      const bundle = await rolldown({
        input: join(built, file),
        external: [/^zod/, 'oauth4webapi', /^jose/],
      });
      const { output } = await bundle.generate({ format: 'es', minify: true });
      return output.reduce(
        (sum, part) => sum + (part.type === 'chunk' ? brotliCompressSync(part.code).length : 0),
        0,
      );
    };
    expect((await weigh('index.js')) + (await weigh('token.js'))).toBeLessThan(18_000);
    expect(await weigh('index.js')).toBeLessThan(13_000);
    expect(await weigh('shop.js')).toBeLessThan(3_500);
  });
});

describe('CommonJS program in TypeScript', () => {
  const project = join(folder, 'commonjs');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"type":"commonjs"}');
  const file = join(project, 'shop.ts');
  writeFileSync(
    file,
    `import { AppError, createPlatform, readWebhook, type Shipment, type WebhookEvent } from '@droppoint/platform';
import { createClientCredentials } from '@droppoint/platform/token';
import { createDroppoint, type Check } from '@droppoint/platform/shop';
import { decideOrder, Points, type Decision, type OrderToDecide } from '@droppoint/platform/order';
export const decide = (order: OrderToDecide): Promise<Decision> =>
  decideOrder(order, new Points(createDroppoint('https://points.example')));
export const isOurs = (error: unknown): string => (error instanceof AppError ? error.code : 'other');
export const receive = (request: Request): Promise<WebhookEvent> => readWebhook(request, { keys: [{ secret: 's' }] });
export async function send(shipment: Shipment): Promise<string> {
  const auth = createClientCredentials({ origin: 'https://a.example', clientId: 'a', clientSecret: 'b' });
  return (await createPlatform({ baseUrl: 'https://a.example', auth }).shipments.create('o', shipment)).data.trackingNumber;
}
export const check = (id: string): Promise<Check<unknown>> => createDroppoint('https://points.example').check(id);
try {
  createDroppoint('points');
} catch (error) {
  void import('@droppoint/platform').then((esm) => console.log(isOurs(error), esm.AppError === AppError));
}
`,
  );
  const { ModuleKind, ModuleResolutionKind: How } = ts;

  it.each<[what: string, options: ts.CompilerOptions]>([
    ['Medusa’s, module Node16', { module: ModuleKind.Node16, moduleResolution: How.Node16 }],
    ['NestJS 11’s, module nodenext', { module: ModuleKind.NodeNext, moduleResolution: How.NodeNext }],
    ['NestJS 10’s, module commonjs', { module: ModuleKind.CommonJS, moduleResolution: How.Node10 }],
    ['module preserve', { module: ModuleKind.Preserve, moduleResolution: How.Bundler }],
  ])('it compiles with %s', (_, options) => {
    const program = ts.createProgram([file], {
      ...options,
      strict: true,
      esModuleInterop: true,
      ignoreDeprecations: '6.0',
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
      noEmit: options.module !== ModuleKind.Node16,
    });
    const diagnostics = ts.getPreEmitDiagnostics(program);
    expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual(
      [],
    );
    program.emit();
  });

  it('it runs, and recognizes errors of the ESM build', async () => {
    const child = spawn(process.execPath, ['shop.js'], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(output.trim()).toBe('settings_invalid true');
  });
});

describe('Program with the package installed', () => {
  it('it calls the platform and Droppoint', async () => {
    const requests: string[] = [];
    const server = await listen((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      const answer = request.url!.startsWith('/oauth2')
        ? { access_token: 't', token_type: 'Bearer', expires_in: 599 }
        : { id: 'PL_1', isValid: true, trackingNumber: '7' };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    const { origin } = server;
    writeFileSync(
      join(folder, 'program.js'),
      `import { createPlatform } from '@droppoint/platform';
import { createClientCredentials } from '@droppoint/platform/token';
import { createDroppoint, createReturnLink } from '@droppoint/platform/shop';
const auth = createClientCredentials({ origin: '${origin}', clientId: 'a', clientSecret: 'b' });
const { data } = await createPlatform({ baseUrl: '${origin}', auth }).shipments.get('o', '7');
const { outcome } = await createDroppoint('${origin}').check('PL_1');
const terms = { secret: 's'.repeat(32), orderNumber: 'FL-1', countryCode: 'PL', expiresAt: new Date(2e12) };
const link = await createReturnLink({ origin: '${origin}', ...terms });
console.log(data.trackingNumber, outcome, link.split('#')[0]);
`,
    );
    const child = spawn(process.execPath, ['program.js'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect((await text(child.stdout)).trim()).toBe(`7 checked ${origin}/parcel`);
    await server.close();
    expect(requests).toEqual([
      'POST /oauth2/token',
      'GET /shipping/v2/organizations/o/shipments/7',
      'GET /api/points/PL_1',
    ]);
  });
});

describe('Worker with the package installed', () => {
  it('it sends a parcel, and reads its label and its events, with a user’s token', async () => {
    const carrier = await startCarrier();
    onTestFinished(() => carrier.close());
    writeFileSync(join(folder, 'worker.js'), WORKER);
    const bundled = await rolldown({ input: join(folder, 'worker.js'), platform: 'browser' });
    const { output } = await bundled.generate({ format: 'es' });
    const worker = join(makeFolder({ 'worker.js': output[0].code }), 'worker.js');
    const port = String(await findFreePort());
    const place = ['--ip', '127.0.0.1', '--port', port, '--inspector-port', String(await findFreePort())];
    const child = startProgram(
      [WRANGLER, 'dev', worker, '--compatibility-date', '2026-01-01', ...place],
      OFFLINE,
    );
    onTestFinished(async () => void (await end(child)));
    const address = `http://127.0.0.1:${port}/`;
    await waitUntilReady(address, child, () => true);
    const given = [carrier.sandbox.addresses.base, carrier.token, makeShipment(carrier.locker.id)];
    const answer = await fetch(address, { method: 'POST', body: JSON.stringify(given) });
    expect(await answer.json()).toEqual(['application/pdf', '%PDF-', 'registered']);
  });
});
