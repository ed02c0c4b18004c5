import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Droppoint } from './droppoints.ts';
import { BENCH_FOLDER } from './places.ts';

/** The last version for Node 20. Downloaded when this part runs: its hundred packages would double the time of every install. */
const LIGHTHOUSE = 'lighthouse@12.8.2';

/** The locator at its start and over a city, and the picker as in a shop's frame. */
export const LIGHTHOUSE_PAGES = ['/', '/?latitude=52.2297&longitude=21.0122&zoom=13', '/embed'] as const;

/** One page rated once. Scores of 100, milliseconds. */
export interface LighthouseRow {
  part: 'lighthouse';
  page: (typeof LIGHTHOUSE_PAGES)[number];
  round: number;
  /** As in `MemoryRow`. */
  load: number;
  performance: number;
  accessibility: number;
  bestPractices: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockingMs: number;
  layoutShift: number;
  /** Titles of failed accessibility and best-practices audits. */
  faults: string[];
}

const Category = z.object({ score: z.number(), auditRefs: z.array(z.object({ id: z.string() })) });
const LighthouseReport = z.object({
  categories: z.object({ performance: Category, accessibility: Category, 'best-practices': Category }),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.nullable(z.number()), numericValue: z.optional(z.number()) }),
  ),
});

/** @throws Error with Lighthouse's output when it gave no report */
export async function rateWithLighthouse(
  droppoint: Droppoint,
  page: LighthouseRow['page'],
  round: number,
): Promise<LighthouseRow> {
  mkdirSync(BENCH_FOLDER, { recursive: true });
  const file = resolve(join(BENCH_FOLDER, 'lighthouse.json'));
  const load = loadavg()[0]!;
  await promisify(execFile)(
    'npx',
    [
      ...[
        '--yes',
        LIGHTHOUSE,
        droppoint.published + page,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
      ],
      '--only-categories=performance,accessibility,best-practices',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'] ?? '' } },
  );
  const { categories, audits } = LighthouseReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  const number = (id: string) => audits[id]?.numericValue ?? NaN;
  const faults = [categories.accessibility, categories['best-practices']]
    .flatMap(({ auditRefs }) => auditRefs)
    .map(({ id }) => audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
    .map((audit) => audit!.title);
  return {
    ...{ part: 'lighthouse', page, round, load, faults },
    performance: 100 * categories.performance.score,
    accessibility: 100 * categories.accessibility.score,
    bestPractices: 100 * categories['best-practices'].score,
    firstPaintMs: number('first-contentful-paint'),
    largestPaintMs: number('largest-contentful-paint'),
    blockingMs: number('total-blocking-time'),
    layoutShift: number('cumulative-layout-shift'),
  };
}
