import { AppError } from '#platform/errors.ts';
import { explainDisk, isInterruption, SnapshotError } from '../explain-failure.ts';
import { ArchiveError } from './archive/directory.ts';

/** The command failed; the message is for the operator and names the remedy. */
export class StreetsError extends Error {
  override readonly name = 'StreetsError';
}

/** Message for the operator: what went wrong and what to do; null for unexpected errors. */
export function explainFailure(error: unknown): string | null {
  // SnapshotError comes from the publisher's lock and object store.
  if (error instanceof StreetsError || error instanceof SnapshotError) return error.message;
  if (error instanceof AppError) return `The settings can't be used:\n${error.message}`;
  if (error instanceof ArchiveError) return `The archive is damaged: ${error.message} Get it again.`;
  if (isInterruption(error)) return 'Interrupted; what was published before stays.';
  return explainDisk(error, 'STREETS_DIR');
}
