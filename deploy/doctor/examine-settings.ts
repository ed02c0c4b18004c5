import { parseSettings } from '../../functions/config.ts';
import { readPlaces } from '../../functions/node/settings.ts';
import { parseSnapshotSettings } from '../../publisher/settings.ts';
import { parsePublicSettings, PUBLIC_KEYS } from '../../src/lib/config/public-settings.ts';
import { describeUnknown, type Environment } from '../../src/lib/config/setting.ts';
import { AppError } from '#platform/errors.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';
import { ALL_KEYS } from './settings-tables.ts';

/** Settings of the sandbox and the example shop, of Node.js, and of the object store's tools: never reported as unknown. */
const OTHERS = /^(SANDBOX_|SHOP_|NODE_|AWS_|TZ$)/;
/** Prefixes of environment variables that are meant for this product. */
const OURS = /^(PLATFORM|PUBLIC|SNAPSHOT|STREETS|SESSION|EMBED|METRICS|TRUSTED|RATE|REDIS)_/;

const { ok, warning, failed } = findingOf('settings');

/** Checks that the settings are valid, and that there are no unknown ones. */
export function examineSettings({ environment, fileKeys, release }: Machine): Finding[] {
  const problems = readAll(environment);
  const written = fileKeys ?? [];
  const around = Object.keys(environment).filter((key) => OURS.test(key));
  const unknown = [...new Set([...written, ...around])].filter(
    (key) => !ALL_KEYS.includes(key) && !OTHERS.test(key),
  );
  const findings = [
    ...problems.map((problem) => failed(problem)),
    ...unknown.map((key) => failed(describeUnknown(key, ALL_KEYS))),
    ...findStaleBuild(environment, release),
  ];
  if (findings.length > 0) return findings;
  const from = fileKeys === null ? 'the environment' : `.env (${fileKeys.length} keys) and the environment`;
  return [ok(`from ${from}`)];
}

/** Problems in the settings of all programs. */
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

/** Public settings are built into the pages: a different value in the environment has no effect. */
function findStaleBuild(environment: Environment, release: Machine['release']): Finding[] {
  if (release === null) return [];
  const builtWith = release.note.publicSettings;
  return PUBLIC_KEYS.filter(
    (key) => environment[key] !== undefined && environment[key] !== builtWith[key],
  ).map((key) =>
    warning(
      `${key} is part of the built pages, and this release was built with another value: it has no effect here.`,
    ),
  );
}
