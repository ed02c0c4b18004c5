import { parseArgs } from 'node:util';
import { readPlatformSettings } from '#config/platform-settings.ts';
import { refuseProblems } from '#config/setting.ts';
import { explainSnapshotFailure } from '../explain-failure.ts';
import { describeDifferences } from './contract-watch.ts';
import { readContract } from './read-contract.ts';
import { tryGuesses } from './try-guesses.ts';
import { AppError } from '#platform/errors.ts';

/**
 * Command line: `npm run contract`, or with `--json`. Exit code 1 for breaking differences, or if the platform can't be read. With
 * `--organization ID` it also tests our guesses about the platform that can be tested by reading. With `--write` in addition it
 * creates one shipment, one return and one pickup, which it cancels: use it on the platform's staging environment.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      organization: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  if (values.write && values.organization === undefined)
    throw new AppError(
      'settings_invalid',
      '--write needs --organization ID, the organization that the parcels belong to.',
    );
  const problems: string[] = [];
  const platform = readPlatformSettings(process.env, problems);
  refuseProblems(problems);
  const differences = await readContract(platform, { fetch, now: Date.now });
  const trials =
    values.organization === undefined
      ? []
      : await tryGuesses(platform, {
          organizationId: values.organization,
          write: values.write,
          fetch,
          now: Date.now,
        });
  const breaking = differences.filter(({ kind }) => kind === 'breaking').length;
  const { base } = platform.addresses;
  if (values.json) {
    console.log(
      JSON.stringify({
        base,
        readAt: new Date().toISOString(),
        compatible: breaking === 0,
        findings: differences,
        trials,
      }),
    );
  } else {
    console.log(
      [
        `${base}: ${breaking === 0 ? 'nothing is broken' : `${breaking} breaking`}, ${differences.length - breaking} for information`,
        ...describeDifferences(differences),
        ...trials.map(
          ({ outcome, number, guess, detail }) => `${outcome.padEnd(7)} ${number} ${guess}: ${detail}`,
        ),
      ].join('\n'),
    );
  }
  if (breaking > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(explainSnapshotFailure(error) ?? error);
  process.exitCode = 1;
});
