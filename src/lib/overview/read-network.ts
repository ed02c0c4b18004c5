import { AppError } from '#platform/errors.ts';
import { REPORT, SNAPSHOT_FOLDER } from '#network/snapshot-format/layout.ts';
import { rejectedItemSchema, snapshotReportSchema } from '#network/snapshot-format/report.ts';
import { createSnapshotFiles } from '#network/snapshot-files.ts';
import { readVersion, type VersionParts } from '#network/read-version.ts';

const fetchFile: typeof fetch = (...request) => fetch(...request);

/**
 * Reads the current published network of the site. Unlike the picker, it doesn't reuse a manifest that
 * the page may have requested long ago.
 * @returns null if none is published
 * @throws AppError like `readVersion`
 */
export async function readNetwork(): Promise<VersionParts | null> {
  try {
    return await readVersion({ baseUrl: SNAPSHOT_FOLDER, fetch: fetchFile });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Reads the report of the crawl, with each item that was set aside. Unreadable entries are only counted.
 * @throws AppError `malformed`, or the error of the fetch
 */
export async function readReport(version: string) {
  const files = createSnapshotFiles(`${SNAPSHOT_FOLDER}${version}/`, fetchFile);
  // This is the only file of a version that can change: a later crawl that finds the same network
  // replaces it.
  const parsed = snapshotReportSchema.safeParse(await files.readJson(REPORT, { cache: 'no-cache' }));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new AppError('malformed', "The snapshot's report doesn't match its schema.", { problems });
  }
  const rejected = parsed.data.setAside.flatMap((entry) => {
    const item = rejectedItemSchema.safeParse(entry);
    return item.success ? [item.data] : [];
  });
  return { ...parsed.data, rejected, unreadable: parsed.data.setAside.length - rejected.length };
}

/**
 * Report of a crawl, with the items that were set aside. `unreadable` counts the report's unreadable
 * entries.
 */
export type CrawlReport = Awaited<ReturnType<typeof readReport>>;
