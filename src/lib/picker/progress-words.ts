import type { RejectionReason } from '#platform/point.ts';
import { formatCount } from '../i18n/format.ts';
import { allMessages as m } from '../i18n/messages.ts';
import { namesOf } from '../i18n/name-values.ts';
import type { ListReading } from '#network/point-network.ts';
import type { Phase } from './network-state.svelte.ts';

/** Names the reasons why items can't be placed; a reason unknown to this version is shown unchanged. */
export const nameReason = namesOf(
  {
    not_an_object: () => m.progress_reasons_not_an_object(),
    id_missing: () => m.progress_reasons_id_missing(),
    coordinates_invalid: () => m.progress_reasons_coordinates_invalid(),
    coordinates_zero: () => m.progress_reasons_coordinates_zero(),
    coordinates_swapped: () => m.progress_reasons_coordinates_swapped(),
  } satisfies Record<RejectionReason, () => string>,
  (reason) => reason,
);

/**
 * Describes the progress of the walk.
 * @returns a line of text, and the state of the progress bar: null if it is unknown, or there is no bar
 */
export function describeProgress(phase: Phase, progress: ListReading['progress'], onMap: number) {
  if (phase === 'opening') return { line: m.progress_starting(), bar: null };
  if (phase === 'missing') return { line: m.progress_missing(), bar: null };
  if (phase !== 'reading') return { line: m.progress_done({ amount: onMap }), bar: null };
  if (progress === null || progress.count === null) return { line: m.progress_starting(), bar: null };
  if (progress.pass > 1) return { line: m.progress_again({ pass: formatCount(progress.pass) }), bar: null };
  const done = progress.points + progress.rejected;
  // A list that shrinks while it is read would otherwise show "12 of 10".
  const all = Math.max(progress.count, done);
  return { line: m.progress_reading({ done, all }), bar: { value: done, maximum: Math.max(1, all) } };
}
