import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../functions/find-free-port.ts';
import { serveNetwork } from '../functions/serve-network.ts';
import { readSnippets } from '../guide-snippets.ts';
import { fetchAppToken, fetchPoints, settingsOf, startSmallSandbox } from '../sandbox/sandbox-client.ts';
import { makeFolder } from '../temporary-folder.ts';
import { publish, type PublishedItem } from '../unit/network/publish-in-memory.ts';
import { install } from './build.ts';
import { runCompiler } from './run-compiler.ts';

const GUIDE = readFileSync('docs/sending.md', 'utf8');
const SECRET = 'signed-by-the-carrier';

/** Runs after the guide's snippets: moves the parcel, and ends once one of its events has been pushed. */
const ENDING = `
await fetch(env.PLATFORM_BASE_URL + '/__sandbox/clock/advance', { method: 'POST', body: '{"hours":24}' });
const isPushed = () => [...received.values()].some((event) => event.trackingNumber === trackingNumber);
while (!isPushed()) await new Promise((done) => setTimeout(done, 50));
console.log('pushed', await whereIs(trackingNumber));
server.close();
process.exit();
`;

const webhookPort = await findFreePort();
const sandbox = await startSmallSandbox({
  SANDBOX_DAY_SECONDS: '0',
  SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/`,
  SANDBOX_WEBHOOK_SECRET: SECRET,
});
const page = await fetchPoints(sandbox, await fetchAppToken(sandbox), '?perPage=500');
const { items } = (await page.json()) as { items: PublishedItem[] };
const pointId = items.find(({ type, id, country }) => type === 'APM' && id.startsWith(country))!.id;
const droppoint = await serveNetwork(
  await publish(items.filter(({ coordinates }) => coordinates.latitude !== 0)),
);
afterAll(async () => {
  await droppoint.close();
  await sandbox.close();
});

/** @returns the errors that the strictest compiler options report for the guide's lines */
function compileStrictly(folder: string): string {
  const flags =
    '--noEmit --strict --allowJs --checkJs --target es2023 --module nodenext --lib es2023,dom,dom.iterable --types node';
  return runCompiler(
    [...flags.split(' '), '--typeRoots', resolve('node_modules/@types'), 'guide.mjs'],
    folder,
  );
}

describe('Sending guide', () => {
  it('its snippets form one program that sends a parcel, makes every call, and receives pushed events', async () => {
    const folder = makeFolder();
    install(folder, 'platform');
    writeFileSync(join(folder, 'shop.json'), readSnippets(GUIDE, 'json').join());
    writeFileSync(join(folder, 'guide.mjs'), readSnippets(GUIDE, 'js').join('\n') + ENDING);
    expect(compileStrictly(folder)).toBe('');
    const child = spawn(process.execPath, ['guide.mjs'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        DROPPOINT_URL: droppoint.origin,
        ...settingsOf(sandbox.addresses),
        ORGANIZATION_ID: '5f0c2f10-0000-4000-8000-000000000001',
        POINT_ID: pointId,
        WEBHOOK_SECRET: SECRET,
        WEBHOOK_PORT: String(webhookPort),
      },
    });
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(errors).toBe('');
    const lines = output.split('\n');
    expect(lines[0]).toMatch(/^\d{24} registered \d{9}$/);
    expect(output).toContain("rejected [ { path: 'recipient.phone', codes: [ 'invalid' ] } ] undefined");
    for (const expected of [
      /^\d+$/,
      /^text\/zpl \d{3,}$/,
      /^\d{24}$/,
      /^\d{24} CRE\.1001$/,
      'application/pdf',
      /^\[ '.+', '.+', '.+' \]$/,
      /^13:00:00 1 CREATED$/,
      /^\[ \[ 'checked', true \], \[ 'checked', false \] \]$/,
      /^pushed (on_its_way|ready)$/,
    ])
      expect(lines).toContainEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
    const [label] = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
    expect(readFileSync(join(folder, label!), 'latin1')).toMatch(/^%PDF-/);
  });
});
