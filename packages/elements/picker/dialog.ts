import { emit } from '../shared/base.ts';
import { emitChange } from './attributes.ts';
import { lockScrollAndHistory } from './modal.ts';
import type { Point } from '../../platform/point.ts';
import type { PickerError } from './frame-link.ts';
import type { ElementState } from './state.ts';

export function showDialog(state: ElementState): void {
  // After a move in the document it still has the attribute `open`, with which `showModal` would throw.
  state.dialog_.close();
  state.dialog_.showModal();
  state.page_ ??= lockScrollAndHistory(
    (layers) => state.element_.back(layers) || end(state, 'back'),
    state.element_.history !== 'off',
  );
  setLayers(state, state.layers_);
}

/** Sets the number of layers open in the frame. */
export function setLayers(state: ElementState, open: number): void {
  state.layers_ = open;
  state.page_?.setLayers_(open);
}

/**
 * Closes the dialog, if it is open, and settles the promise of `open`: once the page's history is restored, so that the shop
 * may navigate.
 * @param point the choice, whose events are dispatched just before the promise is settled
 */
export function end(
  state: ElementState,
  reason: string,
  point: Point | null = null,
  error?: PickerError,
): void {
  const wasOpen = !!state.opening_;
  const [resolve, reject] = state.settle_;
  const released = state.page_?.release_();
  state.opening_ = state.page_ = state.offered_ = undefined;
  state.touched_ ||= wasOpen;
  state.dialog_.close();
  state.render_();
  const finish = () => {
    if (point) emitChange(state.element_);
    if (error) reject?.(error);
    else resolve?.(point);
    if (!wasOpen || state.inline_) return;
    emit(state.element_, 'close', { reason });
    // Nobody can hear events of an element that has been removed from the document.
    if (!state.connected_) emit(document, 'close', { reason });
  };
  if (released) void released.then(finish);
  else finish();
}
