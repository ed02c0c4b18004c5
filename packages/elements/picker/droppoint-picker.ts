// First, because the script compresses best with the style sheet at its beginning.
import { STYLES } from './styles.ts';
import { mount, mountInline, requestFromFrame, unmount } from './frame.ts';
import { choose } from './choice.ts';
import { readFrameOrigin } from '../shared/frame-origin.ts';
import { mirrorAttributes, type Words } from '../shared/base.ts';
import { render } from './render.ts';
import { end, showDialog } from './dialog.ts';
import { ElementState } from './state.ts';
import { FramedElement } from '../shared/framed-element.ts';
import { OBSERVED_ATTRIBUTES, type AttributesElement, mirrorObject, SWITCHES } from './attributes.ts';
import { pickerError } from './frame-link.ts';
import type { PointValidation } from '../../contract/frame-message.ts';
import type { PickerConfig } from '../../contract/picker-config.ts';
import type { PointSummary } from '../../contract/point-summary-schema.ts';
import type { Point } from '../../platform/point.ts';

/** Members of form controls that `ElementInternals` implements. */
const CONTROL = 'form labels validity validationMessage willValidate checkValidity reportValidity';
type Control = abstract new (
  ...given: ConstructorParameters<typeof FramedElement>
) => AttributesElement & FramedElement & Pick<ElementInternals, Words<typeof CONTROL>>;

/**
 * `<droppoint-picker>`: a form control whose value is the id of a pick-up point. docs/embedding.md describes its API.
 * Its state is in state.ts; what happens to it is in the files beside this one.
 */
export class DroppointPicker extends (FramedElement as Control) {
  static readonly formAssociated = true;
  static readonly observedAttributes = [...OBSERVED_ATTRIBUTES, 'value', 'form'];

  readonly #state = new ElementState(this, render);

  constructor() {
    super(STYLES, true);
    const state = this.#state;
    const { dialog_: dialog, trigger_: trigger } = state;
    const update = () => state.render_();
    this.shadowRoot!.prepend(state.field_, state.fallback_, dialog, state.preconnect_);
    // With `inline`, the button is shown only after the frame has failed, to try again.
    trigger.onclick = () => (state.inline_ ? mount(state) : void this.open().catch(() => {}));
    state.closeButton_.onclick = () => end(state, 'button');
    // By Escape, or Android's Back: browsers don't always let a page cancel that.
    dialog.onclose = () => !dialog.open && state.opening_ && end(state, 'escape');
    dialog.onclick = ({ target }) => target === dialog && end(state, 'backdrop');
    trigger.onpointerenter = trigger.onfocus = () => (state.preconnect_.href = readFrameOrigin(this));
    // `input` is dispatched once the shop has accepted the choice.
    state.nearest_.oninput = (event) => event.stopPropagation();
    // Fallback controls that the page's scripts add or enable may be part of the form only while they are
    // in use.
    new MutationObserver(update).observe(this, {
      childList: true,
      subtree: true,
      attributes: true,
    });
    // The text of a fallback control is the element's value.
    this.addEventListener('input', update);
    this.addEventListener('invalid', () => {
      state.touched_ = true;
      update();
    });
  }

  static {
    mirrorObject(this.prototype, CONTROL, (element) => element.#state.internals_);
  }

  // ---- Form control

  /** Id of the chosen point, or the value of the fallback control if it is shown; empty: none. */
  get value(): string {
    return this.#state.value_ || this.#state.control_?.value || '';
  }
  set value(id: string | null) {
    choose(this.#state, id ?? '');
  }
  get selectedPoint(): Point | null {
    return this.#state.point_;
  }
  get selectedSummary(): PointSummary | null {
    return this.#state.summary_;
  }
  setCustomValidity(message: string): void {
    this.#state.customMessage_ = message;
    this.#state.render_();
  }

  formResetCallback(): void {
    this.#state.touched_ = false;
    choose(this.#state, null);
  }
  /** A disabled control has no dialog in which something can be chosen. */
  formDisabledCallback(isDisabled: boolean): void {
    if (isDisabled) end(this.#state, 'disabled');
    else this.#state.render_();
  }
  /** Restores the value that the browser has saved, for example when the user goes back to the page. */
  formStateRestoreCallback(saved: string): void {
    choose(this.#state, ...(JSON.parse(saved) as [string, Point | null, PointSummary | null]));
  }

  // ---- Lifecycle

  override connectedCallback(): void {
    const state = this.#state;
    state.connected_ = true;
    super.connectedCallback();
    mountInline(state);
    state.render_();
    // It was moved in the document while open.
    if (state.opening_ && !state.inline_) show(state);
  }

  disconnectedCallback(): void {
    const state = this.#state;
    state.connected_ = false;
    unmount(state);
    // If the element is inserted elsewhere at once, an open dialog stays open.
    queueMicrotask(() => {
      if (!state.connected_) end(state, 'removed');
    });
  }

  attributeChangedCallback(name?: string, _?: string | null, value?: string | null): void {
    if (value === 'false' && SWITCHES.includes(name!)) this.removeAttribute(name!);
    const state = this.#state;
    if (!state.connected_) return;
    if (name === 'mode' || name === 'origin') {
      this.destroy();
      mountInline(state);
    }
    state.render_();
  }

  // ---- API for the shop's scripts, described in picker-api.ts

  /** Attributes and settings merged, as sent to the frame. */
  get config(): PickerConfig {
    return this.#state.config_;
  }
  set config(config: PickerConfig | null) {
    const state = this.#state;
    state.settings_ = { ...config };
    if (config?.filter) delete state.overrides_.filter;
    if (config?.messages) delete state.overrides_.messages;
    state.render_();
  }
  get messages(): Record<string, string> {
    return this.#state.messages_;
  }
  set messages(messages: Record<string, string> | null) {
    this.#state.overrides_.messages = messages ?? {};
    this.#state.render_();
  }
  get filter(): PickerConfig['filter'] {
    return this.config.filter;
  }
  set filter(filter: PickerConfig['filter'] | null) {
    this.#state.overrides_.filter = filter ?? {};
    this.#state.render_();
  }
  configure(changes: PickerConfig): void {
    this.config = { ...this.#state.settings_, ...changes };
  }

  /**
   * Opens the dialog (inline: focuses the frame).
   * @returns the chosen point; null if it is closed without a choice
   * @throws PickerError `disabled`, or why the frame failed
   */
  async open(): Promise<Point | null> {
    const state = this.#state;
    if (state.blocked_ || !state.connected_) throw pickerError('disabled');
    if (!state.opening_) {
      state.opening_ = new Promise((...settle) => (state.settle_ = settle));
      if (!state.inline_) show(state);
    }
    if (state.inline_) state.link_?.frame_.focus();
    return state.opening_;
  }
  close(): void {
    end(this.#state, 'method');
  }
  /** @param layers how many may stay open */
  back(layers = this.#state.layers_ - 1): boolean {
    if (layers >= 0) requestFromFrame(this.#state, { type: 'closeLayers', layers }).catch(() => {});
    return layers >= 0;
  }
  reset(): void {
    this.formResetCallback();
  }
  search(query: string): Promise<void> {
    return requestFromFrame(this.#state, { type: 'search', query });
  }
  selectPoint(id: string | null): Promise<Point | null> {
    return requestFromFrame<unknown>(this.#state, { type: 'selectPoint', pointId: id ?? '' }).then(
      () => this.#state.point_,
    );
  }
  showPoint(id: string): Promise<void> {
    return requestFromFrame(this.#state, { type: 'showPoint', pointId: id });
  }
  changePosition(position: { latitude: number; longitude: number }, zoom?: number): Promise<void> {
    const { latitude, longitude } = position;
    return requestFromFrame(this.#state, { type: 'changePosition', latitude, longitude, zoom });
  }
  validate(id = this.value): Promise<PointValidation> {
    // If the chosen point is gone, only this page may still have its position.
    const near = id === this.value ? this.#state.point_?.coordinates : undefined;
    return requestFromFrame(this.#state, { type: 'validate', pointId: id, near });
  }
  refresh(): Promise<void> {
    return requestFromFrame(this.#state, { type: 'refresh' });
  }
  destroy(): void {
    this.close();
    unmount(this.#state);
  }
}

/** Shows the dialog, and loads the frame if there is none. */
function show(state: ElementState): void {
  if (!state.link_) mount(state);
  showDialog(state);
}

mirrorAttributes(DroppointPicker.prototype, OBSERVED_ATTRIBUTES, SWITCHES);
