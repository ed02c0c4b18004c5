import { firefox, type Browser } from '@playwright/test';
import { createPlaywrightHand } from '../../tests/street-walk/playwright-hand.ts';
import { walkStreets, type Walk } from '../../tests/street-walk/walk-streets.ts';
import { createWebDriverHand } from '../../tests/street-walk/webdriver-hand.ts';
import { startWebkit } from '../../tests/webkit/start-webkit.ts';
import type { Engine } from './arguments.ts';
import type { Droppoint } from './droppoints.ts';
import { FIRST_PORT } from './places.ts';
import { inContext } from './visit.ts';

/** A random walk over the street map in one engine. */
export interface HolesRow extends Walk {
  part: 'holes';
  engine: Engine;
  seed: number;
  seconds: number;
}

const WINDOW = { viewport: { width: 1280, height: 800 } };

/** Whether an engine is installed. */
export const isInstalled = (engine: Engine): boolean =>
  engine === 'chromium' || Boolean(process.env[PATHS[engine]]);

const PATHS = { firefox: 'FIREFOX_PATH', webkit: 'WEBKIT_PATH' } as const;

/** @param chromium a Chromium that is already running */
export async function walkIn(
  engine: Engine,
  chromium: Browser,
  { published }: Droppoint,
  walk: { moves: number; seed: number },
): Promise<HolesRow> {
  const startedMs = performance.now();
  const taken = await (engine === 'webkit'
    ? walkInWebkit(published, walk)
    : engine === 'firefox'
      ? walkInFirefox(published, walk)
      : walkInPage(chromium, published, walk));
  const seconds = (performance.now() - startedMs) / 1_000;
  return { part: 'holes', engine, seed: walk.seed, seconds, ...taken };
}

type WalkArguments = [origin: string, walk: { moves: number; seed: number }];

const walkInPage = (browser: Browser, ...walkArguments: WalkArguments): Promise<Walk> =>
  inContext(browser, WINDOW, async (context) =>
    walkStreets(createPlaywrightHand(await context.newPage()), ...walkArguments),
  );

async function walkInFirefox(...walkArguments: WalkArguments): Promise<Walk> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env[PATHS.firefox]!,
  });
  try {
    return await walkInPage(browser, ...walkArguments);
  } finally {
    await browser.close();
  }
}

async function walkInWebkit(...walkArguments: WalkArguments): Promise<Walk> {
  const { driver, stop } = await startWebkit(process.env[PATHS.webkit]!, FIRST_PORT + 8);
  try {
    return await walkStreets(createWebDriverHand(driver), ...walkArguments);
  } finally {
    await stop();
  }
}
