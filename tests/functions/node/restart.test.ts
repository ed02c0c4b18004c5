import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFreePort } from '../find-free-port.ts';
import { ENVIRONMENT } from '../harness.ts';
import { makeFolder } from '../../temporary-folder.ts';

const CLIENTS = 16;
/** A busy machine takes a minute for what takes a second on an idle one. */

/**
 * Listens at a port as systemd does for a socket unit, and starts the service, then once more when
 * it has stopped. Prints the process ids.
 */
const SERVICE_MANAGER = `
use IO::Socket::INET; use POSIX; $^F = 9; $| = 1;
my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => shift, Listen => 511, ReuseAddr => 1) or die $@;
for (1 .. 2) {
  my $pid = fork;
  if (!$pid) {
    POSIX::dup2(fileno($socket), 3);
    @ENV{'LISTEN_FDS', 'LISTEN_PID'} = (1, $$);
    open STDOUT, '>>', $ENV{'SERVICE_LOG'};
    exec @ARGV;
  }
  print "$pid\\n";
  waitpid $pid, 0;
  exit 1 if $?;
}`;

/**
 * A client that sends its next request, on the same connection if possible, as soon as the previous
 * one is answered.
 */
async function requestOn(port: number, isOver: () => boolean, outcomes: Map<string, number>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!isOver()) {
    const outcome = await new Promise<string>((resolve) => {
      const call = request({ port, host: '127.0.0.1', path: '/api/health', agent }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(String(answer.statusCode)));
        answer.once('error', () => resolve('broken off'));
      });
      call.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
      call.end();
    });
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  agent.destroy();
}

describe.skipIf(process.platform !== 'linux')('Restart under load', () => {
  it('a restart loses no request of 16 clients with persistent connections', async () => {
    const port = await findFreePort();
    const command = [process.execPath, '--import', 'tsx', 'functions/node.ts'];
    const log = join(makeFolder(), 'log');
    // PORT is ignored.
    const env = { ...process.env, ...ENVIRONMENT, PORT: '1', RATE_LIMITS: 'off', SERVICE_LOG: log };
    const manager = spawn('perl', ['-e', SERVICE_MANAGER, String(port), ...command], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const started: number[] = [];
    manager.stdout.on('data', (text: Buffer) => started.push(...String(text).trim().split('\n').map(Number)));

    await once(manager.stdout, 'data');

    const outcomes = new Map<string, number>();
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, () => requestOn(port, () => isOver, outcomes));
    const answered = () => outcomes.get('200') ?? 0;
    await expect.poll(answered).toBeGreaterThan(500);
    process.kill(started[0]!, 'SIGTERM');
    await expect.poll(() => started.length).toBe(2);
    const before = answered();
    await expect.poll(answered).toBeGreaterThan(before + 500);
    isOver = true;
    await Promise.all(clients);
    expect([...outcomes.keys()]).toEqual(['200']);

    process.kill(started[1]!, 'SIGTERM');
    const [code] = (await once(manager, 'exit')) as [number];
    expect(code).toBe(0);
    const places = readFileSync(log, 'utf8').match(/^Droppoint listens at .*$/gm);
    expect(places).toEqual(Array(2).fill(`Droppoint listens at http://localhost:${port}`));
  });
});
