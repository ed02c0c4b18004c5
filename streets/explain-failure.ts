import { AppError } from '../src/lib/contract/errors.ts';
import { explainDisk, isInterruption, SnapshotError } from '../publisher/explain-failure.ts';
import { ArchiveError } from './archive/directory.ts';

/** The streets can't be taken over; the message is for people and names the remedy. */
export class StreetsError extends Error {
  override readonly name = 'StreetsError';
}

/** Says in plain words what went wrong and what to do; null for what nobody foresaw. */
export function explainFailure(error: unknown): string | null {
  // The lock and the object store are the publisher's, and so is what they say.
  if (error instanceof StreetsError || error instanceof SnapshotError) return error.message;
  if (error instanceof AppError) return `The settings can't be used:\n${error.message}`;
  if (error instanceof ArchiveError) return `The archive is damaged: ${error.message} Get it again.`;
  if (isInterruption(error)) return 'Interrupted; what was published before stays.';
  return explainDisk(error, 'STREETS_DIR');
}
