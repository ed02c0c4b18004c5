import { AppError } from '../src/lib/contract/errors.ts';
import { SnapshotError } from '../publisher/explain-failure.ts';
import { ArchiveError } from './archive/directory.ts';

/** The streets can't be taken over; the message is for people and names the remedy. */
export class StreetsError extends Error {
  override readonly name = 'StreetsError';
}

const DISK: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Make room, or set STREETS_DIR to another disk.',
  EACCES: "STREETS_DIR can't be written to. Give this user the right, or set another folder.",
  EROFS: "STREETS_DIR can't be written to. Set another folder.",
  ENOTDIR: 'STREETS_DIR leads through a file. Set another folder.',
  EEXIST: 'STREETS_DIR is a file. Set another folder.',
};

/** Says in plain words what went wrong and what to do; null for what nobody foresaw. */
export function explainFailure(error: unknown): string | null {
  // The lock and the object store are the publisher's, and so is what they say.
  if (error instanceof StreetsError || error instanceof SnapshotError) return error.message;
  if (error instanceof AppError) return `The settings can't be used:\n${error.message}`;
  if (error instanceof ArchiveError) return `The archive is damaged: ${error.message} Get it again.`;
  if (!(error instanceof Error)) return null;
  if (error.name === 'AbortError') return 'Interrupted; what was published before stays.';
  const sentence = 'code' in error ? DISK[String(error.code)] : undefined;
  return sentence === undefined ? null : `${sentence} (${error.message})`;
}
