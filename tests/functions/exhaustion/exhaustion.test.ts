import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../find-free-port.ts';
import { Child, FILES } from './child.ts';
import { makeFolder } from '../../temporary-folder.ts';
import { waitFor } from '../../wait-for.ts';

/** The production limits, at a twentieth of the time. */
const LIMITS = {
  headersTimeout: 1_000,
  requestTimeout: 1_500,
  connectionsCheckingInterval: 250,
  stalledTimeout: 1_000,
};
const MEBIBYTE = 1024 * 1024;
const GET = 'GET /large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n';
/** The most connections that one client can hold, each with at most one file. */
const CONNECTIONS_OF_ONE_CLIENT = 128;
const FILES_BESIDE = 16;

const pages = makeFolder();
const figures: string[] = [];
let child: Child;
let filesBefore = 0;

beforeAll(async () => {
  writeFileSync(join(pages, 'large.bin'), Buffer.alloc(6 * MEBIBYTE));
  child = await Child.start(await findFreePort(), pages, LIMITS);
  await child.requestHealth();
  filesBefore = child.countFiles();
});
afterAll(async () => {
  await child.stop();
  console.log(`at ulimit -n ${FILES}, ${filesBefore} files open before\n${figures.join('\n')}`);
});

/**
 * Attacks, and observes the process until it has cleaned up.
 * @param attack opens connections
 * @param options.heldOn whether the attacker keeps the connections open to the end
 * @param options.servesOthers whether another client is answered all the time
 */
async function watch(
  what: string,
  attack: () => Promise<unknown>,
  { heldOn = true, servesOthers = true } = {},
) {
  const mebibytesBefore = child.readMebibytes();
  let maxFiles = 0;
  let grownMebibytes = 0;
  const observe = () => {
    maxFiles = Math.max(maxFiles, child.countFiles());
    grownMebibytes = Math.max(grownMebibytes, child.readMebibytes() - mebibytesBefore);
  };
  const timer = setInterval(observe, 20);
  const answers: { status: number; tookMs: number }[] = [];
  try {
    const attacking = attack();
    answers.push(await child.requestHealth());
    await attacking;
    if (!heldOn) child.hangUp();
    // Others are answered all the time until the process has cleaned up.
    await waitFor(async () => {
      answers.push(await child.requestHealth());
      expect(child.countFiles()).toBeLessThanOrEqual(filesBefore + 4);
    });
  } finally {
    clearInterval(timer);
    const filesAfter = child.countFiles();
    child.hangUp();
    figures.push(
      `${what.padEnd(58)}${String(maxFiles).padStart(6)} files at most, ${String(filesAfter).padStart(4)} after, ` +
        `${grownMebibytes.toFixed(0).padStart(5)} MiB grown; health of another client: ${answers.map(({ status }) => status).join(' ')}, ` +
        `${Math.max(...answers.map(({ tookMs }) => tookMs)).toFixed(0)} ms at most`,
    );
  }
  if (servesOthers) expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  return { maxFiles, grownMebibytes };
}

const times = (amount: number, open: (at: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: amount }, (_, at) => open(at)));

describe.skipIf(process.platform !== 'linux')('One client can’t exhaust the process', () => {
  // RFC 9112 §9.3.2.
  it('the process survives 400 pipelined requests on each of three connections whose answers are never read', async () => {
    const observed = await watch('1,200 requests ahead on 3 connections', () =>
      times(3, () => child.send(GET.repeat(400))),
    );
    expect(observed.maxFiles).toBeLessThanOrEqual(filesBefore + 3 * 2 + FILES_BESIDE);
    expect(observed.grownMebibytes).toBeLessThan(64);
  });

  it('the process survives pipelined requests that are then abandoned', async () => {
    const observed = await watch(
      'the same on 30 connections, then hung up',
      () => times(30, () => child.send(GET.repeat(400))),
      { heldOn: false },
    );
    expect(observed.maxFiles).toBeLessThanOrEqual(filesBefore + 30 * 2 + FILES_BESIDE);
  });

  // RFC 9110 §15.5.9.
  it('the process survives a client that reads none of its answers', async () => {
    const observed = await watch('300 readers that read nothing', () => times(300, () => child.send(GET)));
    expect(observed.maxFiles).toBeLessThanOrEqual(filesBefore + CONNECTIONS_OF_ONE_CLIENT * 2 + FILES_BESIDE);
    expect(observed.grownMebibytes).toBeLessThan(256);
  });

  it('the process survives a client that reads nothing and sends a byte now and then', async () => {
    await watch('20 readers that read nothing and send a byte', async () => {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => child.send(GET)));
      for (const socket of sockets) {
        const timer = setInterval(() => socket.write('\r\n'), 200);
        // Not `once` of node:events, which rejects if the server resets the connection.
        socket.on('close', () => clearInterval(timer));
      }
    });
  });

  // Proves: security/slow-clients.
  it('the process survives headers and bodies that never end', async () => {
    const body = 'POST /api/oauth/token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9999\r\n\r\na=';
    const observed = await watch('60 headers and 60 bodies that never end', () =>
      times(120, (at) => child.send(at % 2 ? 'GET / HTTP/1.1\r\nhost: loc' : body)),
    );
    expect(observed.maxFiles).toBeLessThanOrEqual(filesBefore + CONNECTIONS_OF_ONE_CLIENT + FILES_BESIDE);
  });

  it('the process survives many open connections', async () => {
    const observed = await watch('900 connections of one client', () => times(900, () => child.send('')));
    // Refused connections exist for a moment.
    expect(observed.maxFiles).toBeLessThan(FILES);
  });

  // Proves: security/bounded-connections.
  it('ten such clients together leave file descriptors for each other’s answers and for the process', async () => {
    const observed = await watch(
      '700 connections of ten clients',
      () => times(700, (at) => child.send('GET / HTTP/1.1\r\n', `127.0.1.${at % 10}`)),
      { servesOthers: false },
    );
    expect(observed.maxFiles).toBeLessThan(FILES / 2 + FILES_BESIDE);
    expect((await child.requestHealth()).status).toBe(200);
  });
});
