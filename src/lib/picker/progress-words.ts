import type { WalkProgress } from '../platform/list-points.ts';
import { sentences } from '../i18n/sentences.ts';

/** What the picker is doing: `opening` looks for the published network; `missing` reads failed pages again; `failed` met an error that ended it. */
export type Phase = 'opening' | 'reading' | 'missing' | 'done' | 'failed';

export interface ProgressWords {
  line: string;
  /** How far the bar is; null when that isn't known, or when there is no bar. */
  bar: { value: number; maximum: number } | null;
}

/** Says how far the walk has come. */
export function describeProgress(phase: Phase, progress: WalkProgress | null, onMap: number): ProgressWords {
  const words = sentences.progress;
  if (phase === 'opening') return { line: words.starting, bar: null };
  if (phase === 'missing') return { line: words.missing, bar: null };
  if (phase !== 'reading') return { line: words.done(onMap), bar: null };
  if (progress === null || progress.count === null) return { line: words.starting, bar: null };
  if (progress.pass > 1) return { line: words.again(progress.pass), bar: null };
  const done = progress.points + progress.setAside;
  // A list that shrinks while it is read would otherwise say "12 of 10".
  const all = Math.max(progress.count, done);
  return { line: words.reading(done, all), bar: { value: done, maximum: Math.max(1, all) } };
}

/** What a screen reader says when loading has ended: everything the finished line shows. */
export function announceEnd(onMap: number, setAside: number, failedPages: number): string {
  const words = sentences.progress;
  return [
    `${words.done(onMap)}.`,
    setAside > 0 ? `${words.setAside(setAside)}.` : '',
    failedPages > 0 ? words.failedPages(failedPages) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
