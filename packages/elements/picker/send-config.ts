import { listConditions } from './conditions.ts';
import { showNearest } from './nearest.ts';
import { mount } from './frame.ts';
import type { ElementState } from './state.ts';

/** Sends the config to the frame, in one message for all changes of a task. */
export function sendConfig(state: ElementState): void {
  if (state.configureQueued_) return;
  state.configureQueued_ = true;
  queueMicrotask(() => {
    state.configureQueued_ = false;
    if (state.connected_) showNearest(state, state.config_);
    // Read after that: without a preselected value that was near another address.
    const config = state.config_;
    const sent = JSON.stringify(config);
    if (sent !== state.sent_) state.link_?.request_({ type: 'configure', config }).catch(() => {});
    state.sent_ = sent;
    const before = state.conditions_;
    state.conditions_ = JSON.stringify(listConditions(config));
    // Only a frame can check whether the chosen point still matches; an existing frame does so anyway.
    if (before && before !== state.conditions_ && config.value && !state.hasFrame_ && state.connected_)
      mount(state);
  });
}
