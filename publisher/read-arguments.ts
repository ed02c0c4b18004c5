import { SnapshotError } from './snapshot-error.ts';

/** What `npm run snapshot` is asked to do. */
export type Task =
  | { kind: 'publish'; accept: boolean }
  | { kind: 'list' }
  /** null: to the version before the current one. */
  | { kind: 'roll-back'; version: string | null };

const USAGE = `Usage:
  npm run snapshot                            walk the platform's list and publish it
  npm run snapshot -- --accept                also where it differs too much from what is published
  npm run snapshot -- --list                  show what can be gone back to
  npm run snapshot -- --rollback [VERSION]    publish a version that is kept, or the one before`;

/** @throws SnapshotError for anything else, with what there is */
export function readArguments(parameters: readonly string[]): Task {
  const [option, version, ...rest] = parameters;
  if (option === undefined) return { kind: 'publish', accept: false };
  if (option === '--rollback' && rest.length === 0) return { kind: 'roll-back', version: version ?? null };
  if (option === '--accept' && version === undefined) return { kind: 'publish', accept: true };
  if (option === '--list' && version === undefined) return { kind: 'list' };
  throw new SnapshotError(`What is "${parameters.join(' ')}"?\n${USAGE}`);
}
