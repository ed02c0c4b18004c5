import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { readArguments, WITHOUT_BROWSER } from './arguments.ts';
import { buildPages } from './build-pages.ts';
import { launchChromium } from './chromium.ts';
import { makeNetwork, type BenchNetwork } from './networks.ts';
import { NOTES } from './notes.ts';
import { reportPublishing, reportSearch, RUN, type Row } from './parts.ts';
import { say } from './progress.ts';
import { figure } from './table.ts';
import { describeVerdict, type Verdict } from './targets.ts';

/** `npm run bench`: measures, prints tables and verdicts. */
async function main(): Promise<void> {
  const plan = readArguments(process.argv.slice(2));
  const browser = plan.parts.every((part) => WITHOUT_BROWSER.has(part)) ? null : await openBrowser();
  try {
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    for (const part of plan.parts) {
      const report =
        part === 'search'
          ? await reportSearch(plan, network)
          : part === 'publishing'
            ? await reportPublishing(plan)
            : await RUN[part](browser!, plan, network);
      console.log(`\n${report.text}\n\n${NOTES[part]}\n`);
      rows.push(...report.rows);
      verdicts.push(...report.verdicts);
    }
    console.log(verdicts.map(describeVerdict).join('\n'));
    warnOfLoad(Math.max(...rows.map(({ load }) => load)));
    if (plan.jsonFile !== null) {
      const machine = { cpu: cpus()[0]?.model, cores: cpus().length, chromium: browser?.version() };
      writeFileSync(plan.jsonFile, JSON.stringify({ at: new Date().toISOString(), machine, rows, verdicts }));
    }
  } finally {
    await browser?.close();
  }
}

async function openBrowser() {
  say('building the pages of the bench …');
  await buildPages();
  return launchChromium();
}

const network = (points: number): Promise<BenchNetwork> => makeNetwork(points, say);

/** The bench itself keeps about one and a half cores busy. */
function warnOfLoad(most: number): void {
  const cores = cpus().length;
  if (most <= cores + 1) return;
  console.log(
    `\nThe machine was busy: up to ${figure(most)} processes wanted its ${cores} cores. Times are too long; run this again when it is idle.`,
  );
}

await main();
