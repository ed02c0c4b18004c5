import { emit } from '../shared/base.ts';
import { readFrameOrigin } from '../shared/frame-origin.ts';
import { make } from '../shared/make.ts';
import { SANDBOX } from '../shared/sandbox.ts';
import { end, setLayers } from './dialog.ts';
import { announce, choose, markInvalid, offer } from './choice.ts';
import { linkFrame, type FrameLink, type PickerError, pickerError, type Request } from './frame-link.ts';
import { type Parameters, pick, writeQuery } from './write-query.ts';
import { whenShown } from './host-requests.ts';
import type { FrameMessage } from '../../contract/frame-message.ts';
import type { ElementState } from './state.ts';

/** Loads an inline frame once it isn't hidden. */
export function mountInline(state: ElementState): void {
  if (!state.inline_) return;
  state.element_.shadowRoot!.append(state.space_);
  whenShown(state.element_, () => state.space_.isConnected && mount(state), '999%');
}

export function mount(state: ElementState): FrameLink {
  unmount(state);
  state.failed_ = false;
  state.loading_ = true;
  const origin = readFrameOrigin(state.element_);
  // The origin to send `hello` to (the frame verifies it itself), and what the frame needs before `init`.
  const beginning: Parameters = [
    ['origin', location.origin],
    ...pick(state.config_, 'latitude longitude zoom language theme'),
  ];
  const frame = make('iframe', {
    part: 'frame',
    allow: 'geolocation',
    sandbox: SANDBOX,
    src: `${origin}/embed#${writeQuery(beginning)}`,
  });
  state.link_ = linkFrame(
    frame,
    origin,
    () => state.config_,
    (message) => receive(state, message),
    (error) => fail(state, error),
    () => state.progress_.remove(),
  );
  if (origin) (state.inline_ ? state.element_.shadowRoot! : state.dialog_).append(state.progress_, frame);
  state.render_();
  return state.link_;
}

/** Removes the frame. */
export function unmount(state: ElementState): void {
  state.link_?.close_();
  state.link_ = state.offered_ = undefined;
  state.loading_ = false;
  state.progress_.remove();
  state.space_.remove();
  setLayers(state, 0);
}

function fail(state: ElementState, error: PickerError): void {
  state.failed_ = true;
  unmount(state);
  end(state, 'error', null, error);
  emit(state.element_, 'error', { ...error, message: error.message });
}

/** Sends a request to the frame, which is loaded if there is none. */
export async function requestFromFrame<Answer>(state: ElementState, message: Request): Promise<Answer> {
  if (!state.connected_) throw pickerError('destroyed');
  return (state.link_ ?? mount(state)).request_(message);
}

function receive(state: ElementState, message: FrameMessage): void {
  const { type, droppoint: _, ...detail } = message as FrameMessage & { droppoint: number };
  switch (message.type) {
    case 'ready':
      state.sent_ = undefined;
      state.loading_ = false;
      state.render_();
      emit(state.element_, type, {});
      break;
    case 'select': {
      const { id, ...choice } = detail as typeof message;
      const answer = (accepted: boolean, reason?: string) => {
        state.link_?.send_({ type: 'verdict', id, accepted, reason, changed: accepted });
        if (accepted && !state.configureQueued_)
          state.sent_ = JSON.stringify({ ...state.config_, value: message.point.id });
      };
      // A choice that arrives after the dialog was closed is rejected.
      if (state.inline_ || state.opening_) offer(state, choice, answer);
      else answer(false);
      break;
    }
    case 'change': {
      const { point, summary, source } = message;
      // Older frames wait for settings with the value.
      state.sent_ = undefined;
      // Otherwise it is about our value: its point, or an older frame repeats the choice that was accepted.
      const isChange = !point || source === 'method';
      // The value may have changed while the frame looked it up.
      if (isChange || point.id === state.value_)
        choose(state, point?.id ?? '', point, summary, !isChange && state.isPreselected_);
      if (isChange) announce(state, point);
      break;
    }
    case 'layers':
      setLayers(state, message.open);
      break;
    case 'close':
      end(state, message.reason);
      break;
    case 'invalid-selection':
      markInvalid(state, message);
      break;
    default:
      // Errors after which the frame still works, and events for analytics.
      emit(state.element_, type, detail);
  }
}
