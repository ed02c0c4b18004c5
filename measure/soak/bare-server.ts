import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A Node server that does nothing but answer, in a process of its own: what HTTP itself costs on this machine. */
export interface BareServer {
  child: ChildProcess;
  address: string;
}

export async function startBareServer(): Promise<BareServer> {
  const child = fork(new URL('./answer-barely.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const [port] = (await once(child, 'message')) as [number];
  return { child, address: `http://127.0.0.1:${port}/` };
}
