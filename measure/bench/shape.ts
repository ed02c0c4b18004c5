import type { CDPSession, Page } from '@playwright/test';
import { LINK } from './link.ts';

/** Sends a command of Chromium's protocol to a page, or to a frame of another site within it. */
export type Send = CDPSession['send'];

export const senderTo =
  (session: CDPSession): Send =>
  (method, parameters) =>
    session.send(method, parameters);

const CPU_SLOWDOWN = 4;

/** Simulates the slow link and a slow phone's CPU for a page or such a frame. */
export async function shape(send: Send): Promise<void> {
  await send('Network.enable');
  await send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINK.latencyMs,
    downloadThroughput: LINK.downBitsPerSecond / 8,
    uploadThroughput: LINK.upBitsPerSecond / 8,
  });
  await send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await send('Performance.enable');
}

/** Reads the main thread's work so far, in milliseconds with the CPU slowed down. */
export async function readWork(send: Send) {
  const { metrics } = await send('Performance.getMetrics');
  const msOf = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return {
    compileMs: msOf('V8CompileDuration'),
    scriptMs: msOf('ScriptDuration'),
    layoutMs: msOf('LayoutDuration') + msOf('RecalcStyleDuration'),
  };
}

/** Simulates a slow phone's CPU for a page. @returns a function that ends that */
export async function slowDown(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return () => session.detach();
}
