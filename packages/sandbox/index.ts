import { parseSandboxSettings } from '../../sandbox/settings.ts';
import { startHosts as start, type Sandbox } from '../../sandbox/start.ts';

export { SandboxStartError } from '../../sandbox/settings.ts';
export type { Sandbox };

/**
 * Starts the carrier's platform on 127.0.0.1, for tests.
 * @param environment settings by their names in sandbox/README.md; by default it has 2,000 points and uses
 *   three free ports
 * @throws SandboxStartError that lists the problems of the settings, or names the port that can't be opened
 */
export function startSandbox(environment: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
  return start(parseSandboxSettings({ SANDBOX_PORT: '0', SANDBOX_POINTS: '2000', ...environment }));
}
