import type { ReleaseNote } from '../program/release-folder.ts';

/** What the doctor examines, in this order. */
export const PARTS = [
  'settings',
  'rights',
  'build',
  'token',
  'clock',
  'network',
  'streets',
  'redis',
  'disk',
] as const;

/** A result of the doctor. A warning isn't urgent; with a failure the node shouldn't take traffic. */
export interface Finding {
  part: (typeof PARTS)[number];
  state: 'ok' | 'warning' | 'failed';
  /** If something is wrong, it says what to do. */
  message: string;
}

/** Makes the findings of one part. */
export const findingOf = (part: Finding['part']) => ({
  ok: (message: string): Finding => ({ part, state: 'ok', message }),
  warning: (message: string): Finding => ({ part, state: 'warning', message }),
  failed: (message: string): Finding => ({ part, state: 'failed', message }),
});

export interface Machine {
  environment: Readonly<Record<string, string | undefined>>;
  /** Keys in the `.env` file, all of which must be known settings; null if there is no such file. */
  fileKeys: readonly string[] | null;
  /** Path of the `.env` file, which may not exist. */
  settingsFile: string;
  /** Id of the user who runs the doctor; null if the system has no such ids. */
  userId: number | null;
  buildFolder: string;
  /** Null if the program is run from the sources. */
  release: { folder: string; note: ReleaseNote } | null;
  fetch: typeof fetch;
  now: () => number;
}
