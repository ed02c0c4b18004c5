import { parseArgs } from 'node:util';
import { readPlatformClient } from '../../src/lib/config/platform-settings.ts';
import { refuseProblems } from '../../src/lib/config/setting.ts';
import { explainFailure } from '../explain-failure.ts';
import { describeDifferences } from './contract-watch.ts';
import { readContract } from './read-contract.ts';

/** Command line: `npm run contract`, or with `--json`. Exit code 1 for breaking differences, or if the platform can't be read. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const problems: string[] = [];
  const platform = readPlatformClient(process.env, problems);
  refuseProblems(problems);
  const differences = await readContract(platform, { fetch, now: Date.now });
  const breaking = differences.filter(({ kind }) => kind === 'breaking').length;
  const { base } = platform.addresses;
  if (values.json) {
    console.log(
      JSON.stringify({
        base,
        readAt: new Date().toISOString(),
        compatible: breaking === 0,
        findings: differences,
      }),
    );
  } else {
    console.log(
      [
        `${base}: ${breaking === 0 ? 'nothing is broken' : `${breaking} breaking`}, ${differences.length - breaking} for information`,
        ...describeDifferences(differences),
      ].join('\n'),
    );
  }
  if (breaking > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(explainFailure(error) ?? error);
  process.exitCode = 1;
});
