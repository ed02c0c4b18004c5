import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

/** Measured figures, kept between runs of the bench, the soak and the simulation. */
const FILE = '.cache/measured.json';

/** What each figure measures, its unit, and the command that measures it. */
export const FIGURES = {
  fileMs: ['processor time of Node for a file or page', 'ms', 'npm run soak -- --only files'],
  frontMs: ['processor time of nginx for a file', 'ms', 'npm run soak -- --only front'],
  checkMs: ['processor time of Node for a check of a point', 'ms', 'npm run soak -- --only points'],
  nearestMs: [
    'processor time of Node for the points nearest to an address',
    'ms',
    'npm run soak -- --only nearest',
  ],
  workerMs: [
    'processor time of workerd on this machine for an answer of the worker',
    'ms',
    'npm run soak -- --only faults --quick',
  ],
  visitRequests: [
    'requests of a first visit until pins can be pressed',
    '',
    'npm run bench -- --only cold --quick',
  ],
  visitBytes: [
    'bytes of a first visit until pins can be pressed',
    'B',
    'npm run bench -- --only cold --quick',
  ],
  publishedPoints: ['points that were published', '', 'npm run bench -- --only publishing --quick'],
  publishSeconds: ['… in', 's', 'npm run bench -- --only publishing --quick'],
  publishCpuSeconds: ['… with processor time of', 's', 'npm run bench -- --only publishing --quick'],
  publishPeakBytes: ['… with memory of', 'B', 'npm run bench -- --only publishing --quick'],
  publishFiles: ['… as files, without packed neighbours', '', 'npm run bench -- --only publishing --quick'],
  publishBytes: ['… of bytes, without packed neighbours', 'B', 'npm run bench -- --only publishing --quick'],
} as const satisfies Record<string, readonly [what: string, unit: string, command: string]>;

export type FigureName = keyof typeof FIGURES;

const figureSchema = z.object({
  value: z.number(),
  /** When, on which machine, and with how many runnable processes. */
  at: z.string(),
  machine: z.string(),
  load: z.number(),
});
export type Figure = z.infer<typeof figureSchema>;
const fileSchema = z.record(z.string(), figureSchema);

/** Saves new figures. */
export function keepFigures(values: Partial<Record<FigureName, number>>): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
  const own = { at: new Date().toISOString(), machine, load: loadavg()[0]! };
  const added = Object.entries(values).map(([name, value]) => [name, { value, ...own }] as const);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...readFigures(), ...Object.fromEntries(added) }, null, 1));
}

/** The figures measured so far; an unreadable one counts as not measured. */
export function readFigures(): Partial<Record<FigureName, Figure>> {
  if (!existsSync(FILE)) return {};
  const parsed = fileSchema.safeParse(JSON.parse(readFileSync(FILE, 'utf8')));
  return parsed.success ? parsed.data : {};
}
