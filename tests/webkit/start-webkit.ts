import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { end, waitUntilReady } from '../processes.ts';

/**
 * Starts a WebKit on a virtual screen, driven by WebKitGTK's own driver: Playwright can't drive a distribution's WebKit.
 * @param binary path of WebKitGTK's MiniBrowser
 * @param port for its driver
 */
export async function startWebkit(
  binary: string,
  port: number,
): Promise<{ driver: WebDriver; stop: () => Promise<void> }> {
  const running: ChildProcess[] = [];
  const endAll = async () => {
    for (const child of running.reverse()) await end(child);
  };
  try {
    const display = await startScreen(running);
    await startSteward(running, port, display);
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      })
      .build();
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 800 });
    const stop = async () => {
      await driver.quit().catch(() => undefined);
      await endAll();
    };
    return { driver, stop };
  } catch (error) {
    await endAll();
    throw error;
  }
}

/** @returns the value for DISPLAY */
async function startScreen(running: ChildProcess[]): Promise<string> {
  const options = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  running.push(server);
  // It picks a free number and writes it to file descriptor 3.
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
  return `:${number.toString().trim()}`;
}

async function startSteward(running: ChildProcess[], port: number, display: string): Promise<void> {
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, LANG: 'C.UTF-8' },
    stdio: 'ignore',
  });
  running.push(child);
  await waitUntilReady(`http://127.0.0.1:${port}/status`, child, () => true);
}
