import { emit } from '../shared/base.ts';
import { emitChange } from './attributes.ts';
import { end } from './dialog.ts';
import type { FrameMessage } from '../../contract/frame-message.ts';
import type { PointSummary } from '../../contract/point-summary-schema.ts';
import type { Point } from '../../platform/point.ts';
import type { PickerState } from './state.ts';

/** A choice that the shop is to accept. */
type Offer = Pick<Extract<FrameMessage, { type: 'select' }>, 'point' | 'summary' | 'source'>;

export function choose(
  state: PickerState,
  id: string | null,
  point?: Point | null,
  summary?: PointSummary | null,
  isPreselected?: boolean,
): void {
  state.chosenId_ = id;
  state.point_ = point ?? null;
  state.summary_ = summary ?? null;
  state.invalidReason_ = '';
  state.isPreselected_ = isPreselected;
  state.render_();
}

/**
 * Asks the shop to accept a choice, which may take time, and makes it. Another choice or closing the dialog
 * meanwhile rejects it.
 * @param isOurs whether it is preselected, not pressed by the shopper
 */
export function offer(
  state: PickerState,
  choice: Offer,
  answer: (accepted: boolean, reason?: string) => void,
  isOurs?: boolean,
): void {
  const waits: unknown[] = [];
  state.offered_ = waits;
  const detail = { ...choice, waitUntil: (promise: unknown) => void waits.push(promise) } as {
    reason?: string;
  };
  const event = emit(state.element_, 'select', detail);
  const decide = (accepted: boolean, reason?: string) => {
    const { point, summary, source } = choice;
    accepted &&= state.offered_ === waits;
    answer(accepted, reason);
    if (!accepted) return;
    choose(state, point.id, point, summary, isOurs);
    announce(state, source !== 'nearest' && point);
  };
  Promise.all(waits).then(
    () => decide(!event.defaultPrevented, detail.reason),
    (error: Error) => decide(false, error.message),
  );
}

/** Dispatches the events of a change. @param closeWith the point with which to close the dialog, if open */
export function announce(state: PickerState, closeWith?: Point | false): void {
  if (closeWith) end(state, 'select', closeWith);
  else emitChange(state.element_);
}

/** Marks the chosen point as invalid, unless the shop cancels the event. */
export function markInvalid(
  state: PickerState,
  detail: Omit<Extract<FrameMessage, { type: 'invalid-selection' }>, 'type'>,
): void {
  if (!emit(state.element_, 'invalid-selection', detail).defaultPrevented && detail.id === state.value_)
    state.invalidReason_ = state.messages_[detail.reason] || detail.message || detail.reason;
  state.render_();
}
