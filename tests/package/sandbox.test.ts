import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readSnippets } from '../guide-snippets.ts';
import { end, waitUntilReady } from '../processes.ts';
import { makeFolder } from '../temporary-folder.ts';
import { install } from './build.ts';
import { examinePackage } from './examine-package.ts';
import { runCompiler } from './run-compiler.ts';

const README = readFileSync('packages/sandbox/README.md', 'utf8');
const folder = makeFolder();
const built = install(folder, 'sandbox');

it('The sandbox package passes the package checks, and its types resolve in every mode', async () => {
  const sound = { messages: [], types: { kind: 'included' }, problems: [] };
  expect(await examinePackage(built, folder)).toMatchObject(sound);
});

it('The sandbox package can be loaded with require', () => {
  const program = "console.log(Object.keys(require('@droppoint/sandbox')).join())";
  const output = execFileSync(process.execPath, ['-e', program], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  expect(output.trim()).toBe('SandboxStartError,startSandbox');
});

it('The sandbox starts in a test as its README says, and issues tokens', async () => {
  const [snippet] = readSnippets(README, 'js');
  const requests = `
const answer = await fetch(sandbox.addresses.auth + '/oauth2/token', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'droppoint-sandbox',
    client_secret: 'sandbox-secret-not-for-production-0123456789',
    scope: 'api:points:read',
  }),
});
console.log(answer.status, sandbox.points);
`;
  const program = snippet!.replace('await sandbox.close();', `${requests}await sandbox.close();`);
  writeFileSync(join(folder, 'test.mjs'), program);
  const child = spawn(process.execPath, ['test.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(errors).toBe('');
  expect(output.trim().split('\n').at(-1)).toBe('200 2000');
  if (child.exitCode === null) await once(child, 'exit');
});

it('The sandbox starts as a program', async () => {
  const environment = { PATH: process.env['PATH'], SANDBOX_POINTS: '100', SANDBOX_PORT: '3461' };
  const child = spawn(process.execPath, [join(built, 'main.js')], { env: environment, stdio: 'ignore' });
  await waitUntilReady('http://127.0.0.1:3461/', child);
  await end(child);
});

it('The sandbox package’s types work with strict compiler options', () => {
  writeFileSync(
    join(folder, 'test.ts'),
    `import { startSandbox, type Sandbox } from '@droppoint/sandbox';
const sandbox: Sandbox = await startSandbox({ SANDBOX_POINTS: '10' });
export const address: string = sandbox.addresses.base;
// @ts-expect-error Settings are texts.
await startSandbox({ SANDBOX_POINTS: 10 });
`,
  );
  const flags =
    '--noEmit --strict --skipLibCheck --target es2022 --module nodenext --moduleResolution nodenext';
  expect(runCompiler([...flags.split(' '), 'test.ts'], folder)).toBe('');
});
