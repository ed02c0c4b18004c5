import { parseSandboxSettings } from '../../sandbox/settings.ts';
import { startSandbox as start, type Sandbox } from '../../sandbox/start.ts';

export { SandboxStartError } from '../../sandbox/settings.ts';
export type { Sandbox };

/**
 * Starts a carrier's platform on 127.0.0.1, for tests.
 * @param environment settings by their names in sandbox/README.md; unless they say otherwise it has 2,000 points, and any three ports
 * @throws SandboxStartError that lists what is wrong with the settings, or a port that can't be opened
 */
export function startSandbox(environment: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
  return start(parseSandboxSettings({ SANDBOX_PORT: '0', SANDBOX_POINTS: '2000', ...environment }));
}
