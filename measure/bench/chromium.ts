import { chromium, type Browser } from '@playwright/test';
import type { Send } from './shape.ts';

/** Makes Chromium render WebGL in software: on a server without a graphics processor there is no WebGL otherwise. */
export const SOFTWARE_WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** A browser for measurements. A million markers of markercluster need more heap than Chromium gives a page by default. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const path = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    ...(path ? { executablePath: path } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // A frame of another site gets its own process, as on desktops, whatever this machine's default is.
      '--site-per-process',
      '--js-flags=--max-old-space-size=6144',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

/** Measures a thread's JavaScript memory after a forced collection, in bytes: objects, and the memory behind typed arrays. */
export async function measureHeap(send: Send): Promise<number> {
  // Twice: objects finalised by the first collection are freed by the second.
  await send('HeapProfiler.collectGarbage');
  await send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await send('Runtime.getHeapUsage');
  return usedSize + backingStorageSize;
}
