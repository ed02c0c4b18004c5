import type { CDPSession } from '@playwright/test';
import { LINK } from './link.ts';

/** Speaks with a page, or with a frame of another site in it, in Chromium's own protocol. */
export type Send = CDPSession['send'];

const CPU_SLOWDOWN = 4;

/** Puts a page, or such a frame, behind the slow link and on a slow phone. */
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

/** What its main thread has done so far, milliseconds, slowed down as it is. */
export async function readWork(send: Send) {
  const { metrics } = await send('Performance.getMetrics');
  const msOf = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return {
    compileMs: msOf('V8CompileDuration'),
    scriptMs: msOf('ScriptDuration'),
    layoutMs: msOf('LayoutDuration') + msOf('RecalcStyleDuration'),
  };
}
