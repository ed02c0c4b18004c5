import { SnapshotError } from './explain-failure.ts';

/** What `npm run snapshot` is asked to do. */
export type Task =
  | { kind: 'publish'; accept: boolean; to: string | null }
  | { kind: 'list' }
  /** null: to the version before the current one. */
  | { kind: 'roll-back'; version: string | null; to: string | null };

const USAGE = `Usage:
  npm run snapshot                            walk the platform's list and publish it
  npm run snapshot -- --accept                also where it differs too much from what is published
  npm run snapshot -- --list                  show what can be gone back to
  npm run snapshot -- --rollback [VERSION]    publish a version that is kept, or the one before
  … --to s3://BUCKET/PREFIX                   and copy what is published then into an object store`;

/** @throws SnapshotError for anything else, with what there is */
export function readArguments(parameters: readonly string[]): Task {
  const at = parameters.indexOf('--to');
  const to = at === -1 ? null : (parameters[at + 1] ?? '');
  const [option, version, ...rest] = at === -1 ? parameters : parameters.toSpliced(at, 2);
  const isFine = to === null || to.startsWith('s3://');
  if (isFine && option === undefined) return { kind: 'publish', accept: false, to };
  if (isFine && option === '--rollback' && rest.length === 0)
    return { kind: 'roll-back', version: version ?? null, to };
  if (isFine && option === '--accept' && version === undefined) return { kind: 'publish', accept: true, to };
  if (option === '--list' && version === undefined && to === null) return { kind: 'list' };
  throw new SnapshotError(`What is "${parameters.join(' ')}"?\n${USAGE}`);
}
