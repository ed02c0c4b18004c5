import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { watchMachine } from '../busy.ts';
import { readBenchArguments, WITHOUT_BROWSER } from './arguments.ts';
import { buildPages } from './build-pages.ts';
import { launchChromium } from './chromium.ts';
import { makeNetwork, type BenchNetwork } from './networks.ts';
import { NOTES } from './notes.ts';
import { reportPublishing, reportSearch, RUN, type Row } from './parts.ts';
import { logLine } from './progress.ts';
import { describeVerdict, isMissed, type Verdict } from './targets.ts';

/** `npm run bench`: takes the measurements, and prints tables and verdicts. */
async function main(): Promise<void> {
  const plan = readBenchArguments(process.argv.slice(2));
  const browser = plan.parts.every((part) => WITHOUT_BROWSER.has(part)) ? null : await openBrowser();
  try {
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    const lines: string[] = [];
    for (const part of plan.parts) {
      const watch = watchMachine();
      const report =
        part === 'search'
          ? await reportSearch(plan, network)
          : part === 'publishing'
            ? await reportPublishing(plan)
            : await RUN[part](browser!, plan, network);
      const busy = watch();
      console.log(`\n${report.text}\n\n${NOTES[part]}\n`);
      rows.push(...report.rows);
      verdicts.push(...report.verdicts);
      lines.push(...report.verdicts.map((verdict) => describeVerdict(verdict, busy)));
      if (report.verdicts.some((verdict) => isMissed(verdict, busy))) process.exitCode = 1;
    }
    console.log(lines.join('\n'));
    if (plan.jsonFile !== null) {
      const machine = { cpu: cpus()[0]?.model, cores: cpus().length, chromium: browser?.version() };
      writeFileSync(plan.jsonFile, JSON.stringify({ at: new Date().toISOString(), machine, rows, verdicts }));
    }
  } finally {
    await browser?.close();
  }
}

async function openBrowser() {
  logLine('building the pages of the bench …');
  await buildPages();
  return launchChromium();
}

const network = (points: number): Promise<BenchNetwork> => makeNetwork(points, logLine);

await main();
