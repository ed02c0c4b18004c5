import type { ReleaseNote } from '../program/release-folder.ts';

/** The parts that the doctor examines, in this order. */
export const DOCTOR_PARTS = [
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

/** A result of the doctor. A warning isn't urgent. A node with a failure shouldn't take traffic. */
export interface Finding {
  part: (typeof DOCTOR_PARTS)[number];
  state: 'ok' | 'warning' | 'failed';
  /** Returns the remedy if something is wrong. */
  message: string;
}

/** Creates the findings of one part. */
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
