import { AppError } from '#platform/errors.ts';
import { explainDisk, isInterruption, SnapshotError } from '../explain-failure.ts';
import { ArchiveError } from '#network/archive/directory.ts';

/** Thrown when the command fails; the message tells the operator what to do. */
export class StreetsError extends Error {
  override readonly name = 'StreetsError';
}

/** Explains to the operator what went wrong and what to do; null for unexpected errors. */
export function explainStreetsFailure(error: unknown): string | null {
  // SnapshotError comes from the publisher's lock and object store.
  if (error instanceof StreetsError || error instanceof SnapshotError) return error.message;
  if (error instanceof AppError) return `Invalid settings:\n${error.message}`;
  if (error instanceof ArchiveError) return `The archive is damaged: ${error.message} Download it again.`;
  if (isInterruption(error)) return 'Interrupted. The published areas stay as they were.';
  return explainDisk(error, 'STREETS_DIR');
}
