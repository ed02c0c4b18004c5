import type { RejectionReason } from '../contract/point.ts';
import { formatCount } from '../i18n/format.ts';
import { allMessages as m } from '../i18n/messages.ts';
import type { Reading } from '../network/point-network.ts';
import type { Phase } from './network-state.svelte.ts';

export interface ProgressWords {
  line: string;
  /** How far the bar is; null when that isn't known, or when there is no bar. */
  bar: { value: number; maximum: number } | null;
}

const REASONS: Readonly<Record<RejectionReason, () => string>> = {
  not_an_object: () => m.progress_reasons_not_an_object(),
  id_missing: () => m.progress_reasons_id_missing(),
  coordinates_invalid: () => m.progress_reasons_coordinates_invalid(),
  coordinates_zero: () => m.progress_reasons_coordinates_zero(),
  coordinates_swapped: () => m.progress_reasons_coordinates_swapped(),
};

/** Why items can't be placed, in words; a reason this version doesn't know is shown as the snapshot writes it. */
export function nameReason(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as RejectionReason]() : reason;
}

/** Says how far the walk has come. */
export function describeProgress(phase: Phase, progress: Reading['progress'], onMap: number): ProgressWords {
  if (phase === 'opening') return { line: m.progress_starting(), bar: null };
  if (phase === 'missing') return { line: m.progress_missing(), bar: null };
  if (phase !== 'reading') return { line: m.progress_done({ amount: onMap }), bar: null };
  if (progress === null || progress.count === null) return { line: m.progress_starting(), bar: null };
  if (progress.pass > 1) return { line: m.progress_again({ pass: formatCount(progress.pass) }), bar: null };
  const done = progress.points + progress.rejected;
  // A list that shrinks while it is read would otherwise say "12 of 10".
  const all = Math.max(progress.count, done);
  return { line: m.progress_reading({ done, all }), bar: { value: done, maximum: Math.max(1, all) } };
}
