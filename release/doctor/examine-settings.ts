import { parseSettings } from '../../functions/config.ts';
import { readPlaces } from '../../functions/node/settings.ts';
import { parseSnapshotSettings } from '../../publisher/settings.ts';
import { parsePublicSettings, PUBLIC_KEYS } from '../../src/lib/config/public-settings.ts';
import { describeUnknown, type Environment } from '../../src/lib/config/setting.ts';
import { AppError } from '../../src/lib/contract/errors.ts';
import { findingOf, type Finding, type Patient } from './finding.ts';
import { ALL_KEYS } from './settings-tables.ts';

/** The sandbox's and the example shop's, which do no harm, Node's own, and what else the object store's tools read. */
const OTHERS = /^(SANDBOX_|SHOP_|NODE_|AWS_|TZ$)/;
/** Keys in the surroundings that can only be meant for us. */
const OURS = /^(PLATFORM|PUBLIC|SNAPSHOT|STREETS|SESSION|EMBED|METRICS|TRUSTED|RATE|REDIS)_/;

const finding = findingOf('settings');

/** Whether the settings can be used, and whether there are some that nobody reads. */
export function examineSettings({ environment, fileKeys, release }: Patient): Finding[] {
  const problems = readAll(environment);
  const written = fileKeys ?? [];
  const around = Object.keys(environment).filter((key) => OURS.test(key));
  const unknown = [...new Set([...written, ...around])].filter(
    (key) => !ALL_KEYS.includes(key) && !OTHERS.test(key),
  );
  const findings = [
    ...problems.map((problem) => finding('failed', problem)),
    ...unknown.map((key) => finding('failed', describeUnknown(key, ALL_KEYS))),
    ...findStaleBuild(environment, release),
  ];
  if (findings.length > 0) return findings;
  const from = fileKeys === null ? 'the environment' : `.env (${fileKeys.length} keys) and the environment`;
  return [finding('ok', `from ${from}`)];
}

/** Of all that the programs read. */
function readAll(environment: Environment): string[] {
  const publicOnes = Object.entries(environment).filter(([key]) => PUBLIC_KEYS.includes(key));
  const problems = [
    () => parseSettings(environment),
    () => readPlaces(environment),
    () => parseSnapshotSettings(environment),
    () => parsePublicSettings(Object.fromEntries(publicOnes)),
  ].flatMap(findProblems);
  return [...new Set(problems)];
}

function findProblems(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.problems;
    throw error;
  }
}

/** What pages are built with can't be changed on a machine. */
function findStaleBuild(environment: Environment, release: Patient['release']): Finding[] {
  if (release === null) return [];
  const builtWith = release.note.publicSettings;
  return PUBLIC_KEYS.filter(
    (key) => environment[key] !== undefined && environment[key] !== builtWith[key],
  ).map((key) =>
    finding(
      'warning',
      `${key} is part of the built pages, and this release was built with another value: it has no effect here.`,
    ),
  );
}
