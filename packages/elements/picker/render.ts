import { wordsIn } from './words.ts';
import { mirrorEntries } from './mirror.ts';
import { lookUp } from './look-up.ts';
import { sendConfig } from './send-config.ts';
import type { ElementState } from './state.ts';

/**
 * Updates everything that is shown or submitted.
 * @param objection why the shop rejected a choice
 */
export function render(state: ElementState, objection = ''): void {
  const {
    element_: element,
    internals_: internals,
    value_: own,
    inline_: inline,
    failed_: failed,
    control_: control,
    summary_: summary,
    trigger_: trigger,
  } = state;
  const words = { ...wordsIn(state.config_.language), ...state.messages_ };
  const { name } = element;
  const frame = state.link_?.frame_;
  const { labels, states, validity } = internals;

  state.field_.hidden = inline && !failed;
  let isNear = false;
  for (const radio of state.nearest_.querySelectorAll('input')) {
    radio.checked = radio.value === own;
    isNear ||= radio.checked;
    radio.disabled = state.blocked_;
  }
  state.status_.replaceChildren(
    own ? (isNear ? '' : summary?.lines.join('\n') || own) : failed ? '' : state.empty_,
    failed ? state.problem_ : `\n${objection || state.invalidReason_}`.trimEnd(),
  );
  state.problem_.textContent = words.failed;
  state.label_.textContent = state.nearest_.firstChild
    ? state.messages_['more'] || state.more_
    : words[own ? 'change' : 'trigger'];
  trigger.disabled = state.blocked_;
  trigger.ariaLabelledByElements = [...(labels as NodeListOf<Element>), trigger];
  state.title_.textContent =
    state.nearest_.ariaLabel =
    state.dialog_.ariaLabel =
    state.progress_.ariaLabel =
      words.trigger;
  state.closeButton_.ariaLabel = words.close;
  if (frame) frame.title = words.trigger;

  state.fallback_.hidden = !control;
  // Not the property, whose every change the observer would notice.
  for (const each of state.controls_) each.toggleAttribute('disabled', !control);

  const entries = new FormData();
  if (name && own && !element.disabled) {
    entries.set(name, own);
    if (element.withDetails)
      for (const [key, value] of Object.entries({ ...summary }))
        if (value !== null)
          entries.set(
            `${name}_${key}`,
            key === 'lines'
              ? summary!.lines.join('\n')
              : value instanceof Object
                ? JSON.stringify(value)
                : (value as string),
          );
  }
  // Not otherwise, because browsers then don't restore the choice when the user goes back to a page.
  const isMirrored = (window as { jQuery?: unknown }).jQuery;
  if (isMirrored) mirrorEntries(element, entries);
  internals.setFormValue(isMirrored ? null : entries, JSON.stringify([own, state.point_, summary]));

  const problem = state.customMessage_ || state.invalidReason_;
  internals.setValidity(
    // A readonly control never blocks submission, because it can't be changed.
    element.readonly
      ? {}
      : { customError: Boolean(problem), valueMissing: element.required && !element.value },
    problem || words.trigger,
    control ?? ((inline && frame) || trigger),
  );
  // Browsers without `:state()` reject state names without dashes.
  if (CSS.supports('selector(:state(a))'))
    for (const [each, isOn] of Object.entries({
      chosen: Boolean(element.value),
      loading: state.loading_,
      failed,
      'user-invalid': state.touched_ && !validity.valid,
    }))
      states[isOn ? 'add' : 'delete'](each);
  sendConfig(state);
  lookUp(state);
}
