import type { CDPSession, Page } from '@playwright/test';
import { still } from './come-to-rest.ts';

/** Objects that a shop's page holds in memory. */
export interface Held {
  /** Of all documents, including detached ones. */
  nodes: number;
  listeners: number;
  frames: number;
  heapBytes: number;
  elements: number;
  frameElements: number;
  ports: number;
}

const ALIKE_ROUNDS = 4;
/** Frames without changes between two collections. */
const FRAMES_BETWEEN = 12;
const MAX_ROUNDS = 60;

/**
 * Collects garbage until the counts stop falling, and returns them. Frames end in processes of their own and in their own time,
 * so a single collection would count what is about to be freed.
 * @param session of the page; Playwright's tracing must be off, as its snapshots keep detached nodes
 */
export async function countHeld(page: Page, session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');
  let before = '';
  for (let round = 0, alike = 0; round < MAX_ROUNDS && alike < ALIKE_ROUNDS; round++) {
    await session.send('HeapProfiler.collectGarbage');
    const { nodes, listeners, frames } = await readMetrics(session);
    const now = [nodes, listeners, frames].join();
    alike = now === before ? alike + 1 : 0;
    before = now;
    await still(page.locator('html'), FRAMES_BETWEEN);
  }
  const elements = await countObjects(session, "customElements.get('droppoint-picker')");
  const frameElements = await countObjects(session, 'HTMLIFrameElement');
  const ports = await countObjects(session, 'MessagePort');
  await session.send('HeapProfiler.collectGarbage');
  return { ...(await readMetrics(session)), elements, frameElements, ports };
}

async function readMetrics(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return {
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
    frames: read('Frames'),
    heapBytes: read('JSHeapUsedSize'),
  };
}

/** How many objects of a class the page's heap has, including those the page can't reach. */
async function countObjects(session: CDPSession, constructor: string): Promise<number> {
  const objectGroup = 'count';
  const { result } = await session.send('Runtime.evaluate', {
    expression: `${constructor}.prototype`,
    objectGroup,
  });
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId!,
    objectGroup,
  });
  const count = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  return Number(count.result.value);
}
