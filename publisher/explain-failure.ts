import { AppError, type ErrorCode } from '#platform/errors.ts';

/** A failure whose message tells the operator what to do. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

const RESUME_HINT =
  'The pages already read are kept for an hour. Run the command again to continue from there.';

const REMEDIES: Readonly<Partial<Record<ErrorCode, string>>> = {
  aborted: `Interrupted; nothing was published. ${RESUME_HINT}`,
  network: `Can't reach the platform. Check PLATFORM_BASE_URL and PLATFORM_AUTH_URL, and that it is running. ${RESUME_HINT}`,
  timeout: `The platform takes too long to answer. Try a smaller SNAPSHOT_PER_PAGE or SNAPSHOT_CONCURRENCY. ${RESUME_HINT}`,
  rate_limited: `The platform limits our requests. Wait a while, or set a smaller SNAPSHOT_CONCURRENCY. ${RESUME_HINT}`,
  unavailable: `The platform is unavailable. Try again later. ${RESUME_HINT}`,
  malformed:
    "The platform's answer doesn't match its documentation. Make sure that PLATFORM_BASE_URL is the API host.",
  redirected:
    'The platform answers with a redirect, which we never follow. Make sure that PLATFORM_BASE_URL is the API host.',
  unauthorized:
    "The platform refuses the application's token. Make sure that PLATFORM_AUTH_URL belongs to the same environment.",
  forbidden:
    'The platform refuses to show its points. Ask its integration team for the scope api:points:read.',
  not_found: 'The platform has no list of points at this address. Check PLATFORM_BASE_URL.',
  rejected:
    'The platform refuses the parameters of the list request. Check SNAPSHOT_PER_PAGE (try 100), PLATFORM_PAGE_PARAMETER and PLATFORM_PER_PAGE_PARAMETER.',
  login_failed:
    'The platform refuses the client. Check PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET, PLATFORM_CLIENT_AUTH and PLATFORM_BASIC.',
  scope_missing: 'The client may not read points. Check PLATFORM_POINTS_SCOPE with the integration team.',
};

/**
 * Explains a file system error.
 * @param setting the environment variable that names the folder
 * @returns null for other errors
 */
export function explainDisk(error: unknown, setting: string): string | null {
  const sentences: Readonly<Record<string, string>> = {
    ENOSPC: `The disk is full. Free some space, or set ${setting} to a folder on another disk.`,
    EDQUOT: `The disk quota is used up. Free some space, or set ${setting} to a folder on another disk.`,
    EACCES: `Can't write to ${setting}. Give this user write access, or set another folder.`,
    EROFS: `Can't write to ${setting}: its file system is read-only. Set another folder.`,
    ENOTDIR: `A part of the path in ${setting} is a file. Set another folder.`,
    EEXIST: `${setting} is a file. Set it to a folder.`,
  };
  const sentence = error instanceof Error && 'code' in error ? sentences[String(error.code)] : undefined;
  return sentence === undefined ? null : `${sentence} (${(error as Error).message})`;
}

/** Explains to the operator what went wrong and what to do; null for unexpected errors. */
export function explainSnapshotFailure(error: unknown): string | null {
  if (error instanceof SnapshotError) return error.message;
  if (isInterruption(error)) return REMEDIES.aborted ?? null;
  if (error instanceof AppError) {
    if (error.code === 'settings_invalid') return `Invalid settings:\n${error.message}`;
    const remedy = REMEDIES[error.code];
    const unmentioned = error.problems.filter((problem) => !error.message.includes(problem));
    const details = [error.message, ...unmentioned].join(' ');
    const requestId = error.requestId === undefined ? '' : ` (request id ${error.requestId})`;
    return remedy === undefined ? details : `${remedy}\n${details}${requestId}`;
  }
  return explainDisk(error, 'SNAPSHOT_DIR');
}

/** Whether the command was interrupted. */
export function isInterruption(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'aborted';
  return error instanceof Error && error.name === 'AbortError';
}
