import { parseSettings } from '../../functions/config.ts';
import { readPlaces } from '../../functions/node/start.ts';
import { parseSnapshotSettings } from '../../publisher/settings.ts';
import { findNearestKey, parsePublicSettings, PUBLIC_KEYS } from '../../src/lib/config.ts';
import { AppError } from '../../src/lib/contract/errors.ts';
import { parseAddresses, type Environment } from '../../src/lib/platform/addresses.ts';
import type { Finding, Patient } from './finding.ts';

/** The sandbox's and the example shop's, which do no harm, Node's own, and the object store's. */
const OTHERS = /^(SANDBOX_|SHOP_|NODE_|AWS_|TZ$)/;
/** Keys in the surroundings that can only be meant for us. */
const OURS = /^(PLATFORM|PUBLIC|SNAPSHOT|STREETS|SESSION|EMBED|METRICS|TRUSTED|RATE|REDIS)_/;

/** Whether the settings can be used, and whether there are some that nobody reads. */
export function examineSettings({ environment, fileKeys, release }: Patient): Finding[] {
  const { known, problems } = readAll(environment);
  const failed = (message: string): Finding => ({ part: 'settings', state: 'failed', message });
  const written = fileKeys ?? [];
  const around = Object.keys(environment).filter((key) => OURS.test(key));
  const unknown = [...new Set([...written, ...around])].filter((key) => !known.has(key) && !OTHERS.test(key));
  const findings = [
    ...problems.map(failed),
    ...unknown.map((key) => failed(describeUnknown(key, [...known]))),
    ...findStaleBuild(environment, release),
  ];
  if (findings.length > 0) return findings;
  const from = fileKeys === null ? 'the environment' : `.env (${fileKeys.length} keys) and the environment`;
  return [{ part: 'settings', state: 'ok', message: `from ${from}` }];
}

/** Reads all settings as the programs do; what they ask for is what there is. */
function readAll(environment: Environment): { known: Set<string>; problems: string[] } {
  const known = new Set<string>(PUBLIC_KEYS);
  const watched = new Proxy(environment, {
    get(target, key) {
      if (typeof key === 'string') known.add(key);
      return Reflect.get(target, key) as string | undefined;
    },
  });
  // Both sets of addresses may stand there, of which one is read.
  for (const chosen of ['stage', 'production'])
    parseAddresses(
      new Proxy(watched, { get: (t, key) => (key === 'PLATFORM_ENV' ? chosen : t[String(key)]) }),
      [],
    );
  const problems = [parseSettings, readPlaces, parseSnapshotSettings].flatMap((read) =>
    findProblems(() => read(watched)),
  );
  const publicOnes = Object.entries(environment).filter(([key]) => PUBLIC_KEYS.includes(key));
  problems.push(...findProblems(() => parsePublicSettings(Object.fromEntries(publicOnes))));
  return { known, problems: [...new Set(problems)] };
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

function describeUnknown(key: string, known: readonly string[]): string {
  const nearest = findNearestKey(key, known);
  return `${key} is not a setting${nearest === null ? ': take it out.' : `; did you mean ${nearest}?`}`;
}

/** What pages are built with can't be changed on a machine. */
function findStaleBuild(environment: Environment, release: Patient['release']): Finding[] {
  if (release === null) return [];
  const builtWith = release.note.publicSettings;
  return PUBLIC_KEYS.filter(
    (key) => environment[key] !== undefined && environment[key] !== builtWith[key],
  ).map((key) => ({
    part: 'settings',
    state: 'warning',
    message: `${key} is part of the built pages, and this release was built with another value: it has no effect here.`,
  }));
}
