import { parseSettings } from '../../functions/config.ts';
import { readNodeSettings } from '../../functions/node/settings.ts';
import { parseSnapshotSettings } from '../../publisher/settings.ts';
import { parsePublicSettings, PUBLIC_KEYS } from '#config/public-settings.ts';
import { describeUnknownSetting, type Environment } from '#config/setting.ts';
import { AppError } from '#platform/errors.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';
import { ALL_KEYS } from './settings-tables.ts';

/** Matches settings of the sandbox, the example shop, Node.js and the object store's tools: never report them as unknown. */
const OTHERS = /^(SANDBOX_|SHOP_|NODE_|AWS_|TZ$)/;
/** Matches environment variables of this product by their prefixes. */
const OURS =
  /^(PLATFORM|PUBLIC|SNAPSHOT|STREETS|SESSION|EMBED|CHOOSE|POINT_LINK|RETURN_LINK|METRICS|TRUSTED|RATE|REDIS)_/;

const { ok, warning, failed } = findingOf('settings');

/** Checks that the settings are valid, and that there are no unknown ones. */
export function examineSettings({ environment, fileKeys, release }: Machine): Finding[] {
  const problems = readAll(environment);
  const fileSettings = fileKeys ?? [];
  const ourVariables = Object.keys(environment).filter((key) => OURS.test(key));
  const unknown = [...new Set([...fileSettings, ...ourVariables])].filter(
    (key) => !ALL_KEYS.includes(key) && !OTHERS.test(key),
  );
  const findings = [
    ...problems.map((problem) => failed(problem)),
    ...unknown.map((key) => failed(describeUnknownSetting(key, ALL_KEYS))),
    ...findStaleBuild(environment, release),
  ];
  if (findings.length > 0) return findings;
  const from = fileKeys === null ? 'the environment' : `.env (${fileKeys.length} keys) and the environment`;
  return [ok(`from ${from}`)];
}

/** Collects problems in the settings of all programs. */
function readAll(environment: Environment): string[] {
  const publicOnes = Object.entries(environment).filter(([key]) => PUBLIC_KEYS.includes(key));
  const problems = [
    () => parseSettings(environment),
    () => readNodeSettings(environment),
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

/** Warns of public settings that have no effect: their values are built into the pages. */
function findStaleBuild(environment: Environment, release: Machine['release']): Finding[] {
  if (release === null) return [];
  const builtWith = release.note.publicSettings;
  return PUBLIC_KEYS.filter(
    (key) => environment[key] !== undefined && environment[key] !== builtWith[key],
  ).map((key) =>
    warning(
      `${key} is built into the pages, and this release was built with a different value: it has no effect here.`,
    ),
  );
}
