import type { ReleaseNote } from '../release-folder.ts';

/** What the doctor found of one part. A warning is for the next morning; with a failure the node shouldn't take traffic. */
export interface Finding {
  part: 'settings' | 'build' | 'token' | 'clock' | 'network' | 'streets' | 'redis' | 'disk';
  state: 'ok' | 'warning' | 'failed';
  /** Names what to do, where something is wrong. */
  message: string;
}

/** Makes the findings of one part. */
export const findingOf =
  (part: Finding['part']) =>
  (state: Finding['state'], message: string): Finding => ({ part, state, message });

/** What is examined. */
export interface Patient {
  environment: Readonly<Record<string, string | undefined>>;
  /** Keys of the settings' file, which nobody but us reads; null where there is none. */
  fileKeys: readonly string[] | null;
  buildFolder: string;
  /** Null where the sources are run, without a release. */
  release: { folder: string; note: ReleaseNote } | null;
  fetch: typeof fetch;
  now: () => number;
}
