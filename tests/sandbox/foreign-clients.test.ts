import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as client from 'openid-client';
import { afterAll, describe, expect, it } from 'vitest';
import { readSnippets } from '../guide-snippets.ts';
import { makeFolder } from '../temporary-folder.ts';
import { startCarrier } from './carrier-client.ts';
import { CLIENT_ID, CLIENT_SECRET } from './sandbox-client.ts';

/** Tests the sandbox with programs of others: curl, as the sandbox's README uses it, and openid-client. */
const README = readFileSync('sandbox/README.md', 'utf8');
const SNIPPETS = readSnippets(README, 'sh').filter((code) => code.includes('curl'));
const run = promisify(execFile);
const carrier = await startCarrier();
afterAll(() => carrier.close());

/** Runs commands in an empty folder, with the running sandbox's addresses instead of the README's. Throws if one fails. */
async function runShell(code: string): Promise<{ output: string; folder: string }> {
  const { base, auth } = carrier.sandbox.addresses;
  const folder = makeFolder();
  const script = code.replaceAll('http://127.0.0.1:3001', base).replaceAll('http://127.0.0.1:3002', auth);
  const program = `curl() { command curl --fail --silent --show-error "$@"; }\nS=${base}/__sandbox\n${script}`;
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', program], { cwd: folder });
  return { output: stdout, folder };
}

describe('curl', () => {
  it('sends a parcel, fetches its label, and tracks it', async () => {
    const [byHand] = SNIPPETS.filter((code) => code.includes('label.pdf'));
    const { output, folder } = await runShell(byHand!);
    expect(readFileSync(join(folder, 'label.pdf'), 'latin1')).toMatch(/^%PDF-/);
    expect(output).toMatch(/"trackingNumber":"6900\d{20}".*"eventCode":"CRE\.1001"/);
  });

  it.each(SNIPPETS.filter((code) => code.includes('$S')))('the README’s commands work: %s', async (code) => {
    const { folder } = await runShell(code);
    expect(existsSync(folder)).toBe(true);
  });

  it('every fault in the README can be activated', async () => {
    const faults = [...README.matchAll(/^\| .+ \| `'(\[\{"kind".+?\}\])'`/gm)].map(([, fault]) => fault!);
    expect(faults.length).toBeGreaterThan(12);
    for (const fault of faults) {
      const { output } = await runShell(`curl -X PUT $S/faults -d '${fault}'; curl -X DELETE $S/faults`);
      expect([fault, output]).not.toEqual([fault, '']);
    }
  });
});

describe('openid-client', () => {
  const { auth, base } = carrier.sandbox.addresses;
  function configure(authentication: client.ClientAuth) {
    const metadata = { issuer: auth, token_endpoint: `${auth}/oauth2/token` };
    const configuration = new client.Configuration(metadata, CLIENT_ID, undefined, authentication);
    client.allowInsecureRequests(configuration);
    return configuration;
  }

  it('gets the application’s token in both ways, and reads points with it', async () => {
    for (const authenticate of [client.ClientSecretPost, client.ClientSecretBasic]) {
      const configuration = configure(authenticate(CLIENT_SECRET));
      const tokens = await client.clientCredentialsGrant(configuration, { scope: 'api:points:read' });
      expect(tokens.expiresIn()).toBeGreaterThan(200);
      const answer = await client.fetchProtectedResource(
        configuration,
        tokens.access_token,
        new URL(`${base}/location/v1/points`),
        'GET',
      );
      expect(answer.status).toBe(200);
    }
  });

  it('a wrong secret is refused as RFC 6749 says', async () => {
    const granting = client.clientCredentialsGrant(configure(client.ClientSecretPost('wrong')));
    await expect(granting).rejects.toMatchObject({ error: 'invalid_client' });
  });
});
