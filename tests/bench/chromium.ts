import { chromium, type Browser, type CDPSession } from '@playwright/test';

/** The one browser of a run. A million markers of markercluster need more heap than Chromium gives a page of its own accord. */
export function launchChromium(): Promise<Browser> {
  const path = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    ...(path ? { executablePath: path } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--js-flags=--max-old-space-size=6144',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Bytes that JavaScript holds after a forced collection: objects, and the memory behind typed arrays. */
export async function measureHeap(session: CDPSession): Promise<number> {
  // Twice: what a first collection finalises, a second one frees.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  return usedSize + backingStorageSize;
}
