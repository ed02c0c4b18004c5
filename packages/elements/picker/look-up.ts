import { type Parameters, pick, writeQuery } from './write-query.ts';
import { listConditions, listUnsendable } from './conditions.ts';
import { mount } from './frame.ts';
import { requestFromHost, whenShown } from './host-requests.ts';
import { MAX_QUERY } from '../../contract/query-limits.ts';
import { choose, markInvalid } from './choice.ts';
import type { PointValidity } from '../../contract/validity.ts';
import type { PickerState } from './state.ts';

/**
 * Looks up the point of an initial value once the element is visible, and whether it may be chosen
 * here. If there is a frame, the frame does this; conditions that are too long for a query are left to
 * a later frame.
 */
export function lookUp(state: PickerState): void {
  const id = state.value_;
  if (!id || id === state.lookedUpId_ || state.summary_) return;
  state.lookedUpId_ = id;
  const isStale = () => id !== state.value_ || state.summary_ || state.hasFrame_;
  const take = ({ point, summary, isValid, errors: [error], alternatives, meant }: PointValidity) => {
    if (isValid) choose(state, state.chosenId_, point, summary);
    else if (error) markInvalid(state, { id, reason: error.code, message: error.text, meant, alternatives });
  };
  whenShown(state.element_, () => {
    const config = state.config_;
    const query: Parameters = [
      ...pick(config, 'latitude longitude'),
      ['language', config.language ?? 'en'],
      ...listConditions(config),
    ];
    if (!listUnsendable(config)[0] && writeQuery(query).length <= MAX_QUERY)
      return requestFromHost(state.element_, `points/${encodeURIComponent(id)}`, query, isStale, take);
    return isStale() || mount(state);
  });
}
