// First, because the script compresses best with the style sheet at its beginning.
import { STYLES } from './styles.ts';
import type { PointSummary } from '../../contract/point-summary-schema.ts';
import { lockScrollAndHistory, type PageLock } from './modal.ts';
import { wordsIn } from './words.ts';
import { readFrameOrigin } from '../shared/frame-origin.ts';
import { emit, mirrorAttributes, type Words } from '../shared/base.ts';
import { linkFrame, type FrameLink, type Request, pickerError, type PickerError } from './frame-link.ts';
import type { FrameMessage, PointValidation } from '../../contract/frame-message.ts';
import {
  OBSERVED_ATTRIBUTES,
  emitChange,
  mirrorObject,
  type AttributesElement,
  readAttributes,
  SWITCHES,
} from './attributes.ts';
import { listConditions, listUnsendable } from './conditions.ts';
import { SANDBOX } from '../shared/sandbox.ts';
import type { PickerConfig } from '../../contract/picker-config.ts';
import type { NearestPointsAnswer } from '../../contract/nearest-points.ts';
import { mirrorEntries } from './mirror.ts';
import { FramedElement } from '../shared/framed-element.ts';
import type { Point } from '../../platform/point.ts';
import type { PointValidity } from '../../contract/validity.ts';
import { pick, writeQuery, type Parameters } from './write-query.ts';
import { MAX_QUERY } from '../../contract/query-limits.ts';
import { requestFromHost, whenShown } from './host-requests.ts';
import { make } from '../shared/make.ts';

/** Fallback controls: those in the default slot, not in a named one. */
const CONTROLS = ':is(select, input, textarea):not(:scope > [slot], :scope > [slot] *)';

/** Number of nearest points that are shown. */
const NEAREST = 3;
/** Number requested if some of them are left out here; the server's limit. */
const MOST_NEAREST = 20;

/** Without `type="button"`: a button in a shadow tree has no form to submit. */
const makeButton = (part: string, child: Node | string) => make('button', { part }, child);
const makeSlot = (name: string) => make('slot', { name });

type Near = NearestPointsAnswer['points'][number];
/** A choice that the shop is to accept. */
type Offer = Pick<Extract<FrameMessage, { type: 'select' }>, 'point' | 'summary' | 'source'>;

/** Members of form controls that `ElementInternals` implements. */
const CONTROL = 'form labels validity validationMessage willValidate checkValidity reportValidity';
const Control = FramedElement as abstract new (
  ...given: ConstructorParameters<typeof FramedElement>
) => AttributesElement & FramedElement & Pick<ElementInternals, Words<typeof CONTROL>>;

/**
 * `<droppoint-picker>`: a form control whose value is the id of a pick-up point. docs/embedding.md describes its API.
 * The file is long because its private fields can’t be shared with others; what needs none is in the files beside it.
 */
export class DroppointPicker extends Control {
  static readonly formAssociated = true;
  static readonly observedAttributes = [...OBSERVED_ATTRIBUTES, 'value', 'form'];

  readonly #internals = this.attachInternals();

  // On the page: the chosen point or an error, and the button.
  readonly #state = make('p', { role: 'status' });
  readonly #label = makeSlot('trigger');
  readonly #trigger = makeButton('trigger', this.#label);
  /** The nearest points, in mode `nearest`. */
  readonly #nearest = make('div', { role: 'radiogroup', part: 'nearest' });
  readonly #field = make('div', {}, this.#nearest, this.#state, this.#trigger);
  /** Shown in the state while nothing is chosen. */
  readonly #empty = makeSlot('empty');
  /** Shown in the state after the frame has failed. */
  readonly #problem = makeSlot('error');
  /** The shop's own form control, for browsers without scripts and after the frame has failed. */
  readonly #fallback = make('slot', {});
  readonly #title = make('b', {});
  readonly #closeButton = makeButton('close', '✕');
  readonly #dialog: HTMLDialogElement = make(
    'dialog',
    { part: 'dialog' },
    make('header', {}, this.#title, this.#closeButton),
  );
  /** With an `href`, it connects to the frame's host in advance, without a request. */
  readonly #preconnect = make('link', { rel: 'preconnect' });
  /** Keeps the space of an inline frame free until it is loaded. */
  readonly #space = make('div', { part: 'frame' });
  /** Shown before the frame until one of our pages has loaded in it. */
  readonly #progress = make('progress', {});
  /** null: nothing has been chosen, so the attribute `value` applies. */
  #chosenId: string | null = null;
  #point: Point | null = null;
  #summary: PointSummary | null = null;
  /** The value last looked up at the frame's host. */
  #lookedUpId: string | undefined;
  /** Why the chosen point is invalid, as a sentence; empty if it is valid as far as is known. */
  #invalidReason = '';
  #customMessage = '';
  /** Whether `preselect` has chosen the value: as long as it stays, another address replaces it. */
  #isPreselected?: boolean | undefined;
  /** The last choice that the shop was asked about, unless it was withdrawn since: by closing, say. */
  #offered: unknown;
  /** Query of the nearest points that are shown or loading; empty: none. */
  #nearestQuery: string | false = false;
  /** Text of the button below the nearest points. */
  #more = '';
  /** Whether the shopper has had a chance to choose, for the state `user-invalid`. */
  #touched?: boolean;
  #config: PickerConfig = {};
  /** Values of the properties of these names; they take precedence over `config` until it sets them again. */
  #overrides: { [key in 'filter' | 'messages']?: PickerConfig[key] } = {};
  /** The part of the last config that restricts the points, as JSON. */
  #conditions: string | undefined;
  #link: FrameLink | undefined;
  #loading?: boolean;
  #failed?: boolean;
  /** Promise of the pending `open` call; undefined: not open. */
  #opening: Promise<Point | null> | undefined;
  #settle: [resolve?: (point: Point | null) => void, reject?: (error: Error) => void] = [];
  #page: PageLock | undefined;
  /** Number of layers open in the frame, which Back closes one by one. */
  #layers = 0;
  #configureQueued?: boolean;
  /** The settings that the frame has, as JSON; undefined if that isn't known. */
  #sent: string | undefined;
  /** Whether `connectedCallback` has run; `isConnected` is true earlier if the parser upgrades the element. */
  #connected?: boolean;

  constructor() {
    super(STYLES, true);
    const dialog = this.#dialog;
    const render = () => this.#render();
    this.shadowRoot!.prepend(this.#field, this.#fallback, dialog, this.#preconnect);
    // With `inline`, the button is shown only after the frame has failed, to try again.
    this.#trigger.onclick = () => (this.#inline ? this.#mount() : void this.open().catch(() => {}));
    this.#closeButton.onclick = () => this.#end('button');
    // By Escape, or Android's Back: browsers don't always let a page cancel that.
    dialog.onclose = () => !dialog.open && this.#opening && this.#end('escape');
    dialog.onclick = ({ target }) => target === dialog && this.#end('backdrop');
    this.#trigger.onpointerenter = this.#trigger.onfocus = () =>
      (this.#preconnect.href = readFrameOrigin(this));
    // `input` is dispatched once the shop has accepted the choice.
    this.#nearest.oninput = (event) => event.stopPropagation();
    // Fallback controls that the page's scripts add or enable may be part of the form only while they are
    // in use.
    new MutationObserver(render).observe(this, {
      childList: true,
      subtree: true,
      attributes: true,
    });
    // The text of a fallback control is the element's value.
    this.addEventListener('input', render);
    this.addEventListener('invalid', () => {
      this.#touched = true;
      render();
    });
  }

  static {
    mirrorObject(this.prototype, CONTROL, (element) => element.#internals);
  }

  // ---- Form control

  /** Id of the chosen point, or the value of the fallback control if it is shown; empty: none. */
  get value(): string {
    return this.#ownValue || this.#control?.value || '';
  }
  set value(id: string | null) {
    this.#choose(id ?? '');
  }
  get selectedPoint(): Point | null {
    return this.#point;
  }
  get selectedSummary(): PointSummary | null {
    return this.#summary;
  }
  setCustomValidity(message: string): void {
    this.#customMessage = message;
    this.#render();
  }

  formResetCallback(): void {
    this.#touched = false;
    this.#choose(null);
  }
  /** A disabled control has no dialog in which something can be chosen. */
  formDisabledCallback(isDisabled: boolean): void {
    if (isDisabled) this.#end('disabled');
    else this.#render();
  }
  /** Restores the value that the browser has saved, for example when the user goes back to the page. */
  formStateRestoreCallback(state: string): void {
    this.#choose(...(JSON.parse(state) as [string, Point | null, PointSummary | null]));
  }

  // ---- Lifecycle

  override connectedCallback(): void {
    this.#connected = true;
    super.connectedCallback();
    this.#mountInline();
    this.#render();
    // It was moved in the document while open.
    if (this.#opening && !this.#inline) this.#show();
  }

  disconnectedCallback(): void {
    this.#connected = false;
    this.#unmount();
    // If the element is inserted elsewhere at once, an open dialog stays open.
    queueMicrotask(() => {
      if (!this.#connected) this.#end('removed');
    });
  }

  attributeChangedCallback(name?: string, _?: string | null, value?: string | null): void {
    if (value === 'false' && SWITCHES.includes(name!)) this.removeAttribute(name!);
    if (!this.#connected) return;
    if (name === 'mode' || name === 'origin') {
      this.destroy();
      this.#mountInline();
    }
    this.#render();
  }

  // ---- API for the shop's scripts, described in picker-api.ts

  /** Attributes and settings merged, as sent to the frame. */
  get config(): PickerConfig {
    return { ...readAttributes(this), ...this.#config, ...this.#overrides, value: this.#ownValue };
  }
  set config(config: PickerConfig | null) {
    this.#config = { ...config };
    if (config?.filter) delete this.#overrides.filter;
    if (config?.messages) delete this.#overrides.messages;
    this.#render();
  }
  get messages(): Record<string, string> {
    return this.config.messages ?? {};
  }
  set messages(messages: Record<string, string> | null) {
    this.#overrides.messages = messages ?? {};
    this.#render();
  }
  get filter(): PickerConfig['filter'] {
    return this.config.filter;
  }
  set filter(filter: PickerConfig['filter'] | null) {
    this.#overrides.filter = filter ?? {};
    this.#render();
  }
  configure(changes: PickerConfig): void {
    this.config = { ...this.#config, ...changes };
  }

  /**
   * Opens the dialog (inline: focuses the frame).
   * @returns the chosen point; null if it is closed without a choice
   * @throws PickerError `disabled`, or why the frame failed
   */
  open(): Promise<Point | null> {
    if (this.#blocked || !this.#connected) return Promise.reject(pickerError('disabled'));
    if (!this.#opening) {
      this.#opening = new Promise((...settle) => (this.#settle = settle));
      if (!this.#inline) this.#show();
    }
    if (this.#inline) this.#link?.frame.focus();
    return this.#opening;
  }
  close(): void {
    this.#end('method');
  }
  /** @param layers how many may stay open */
  back(layers = this.#layers - 1): boolean {
    if (layers >= 0) this.#request({ type: 'closeLayers', layers }).catch(() => {});
    return layers >= 0;
  }
  reset(): void {
    this.formResetCallback();
  }
  search(query: string): Promise<void> {
    return this.#request({ type: 'search', query });
  }
  selectPoint(id: string | null): Promise<Point | null> {
    return this.#request<unknown>({ type: 'selectPoint', pointId: id ?? '' }).then(() => this.#point);
  }
  showPoint(id: string): Promise<void> {
    return this.#request({ type: 'showPoint', pointId: id });
  }
  changePosition(position: { latitude: number; longitude: number }, zoom?: number): Promise<void> {
    const { latitude, longitude } = position;
    return this.#request({ type: 'changePosition', latitude, longitude, zoom });
  }
  validate(id = this.value): Promise<PointValidation> {
    // If the chosen point is gone, only this page may still have its position.
    const near = id === this.value ? this.#point?.coordinates : undefined;
    return this.#request({ type: 'validate', pointId: id, near });
  }
  refresh(): Promise<void> {
    return this.#request({ type: 'refresh' });
  }
  destroy(): void {
    this.close();
    this.#unmount();
  }

  // ---- Internal

  get #inline(): boolean {
    return this.mode === 'inline';
  }
  /** Whether there is a frame, or will be one once the element is shown: it looks up the value. */
  get #hasFrame(): unknown {
    return this.#link ?? this.#space.isConnected;
  }
  /** Whether nothing can be chosen: readonly or disabled. */
  get #blocked(): boolean {
    return this.matches('[readonly], :disabled');
  }
  get #ownValue(): string {
    return this.#chosenId ?? this.getAttribute('value') ?? '';
  }
  /** The shop's fallback control, if it is in use: the frame has failed, and nothing was chosen before. */
  get #control(): HTMLInputElement | undefined {
    if (!this.#failed || this.#ownValue) return;
    const controls = [...this.querySelectorAll<HTMLInputElement>(CONTROLS)];
    return controls.find(({ checked }) => checked) ?? controls[0];
  }

  #choose(
    id: string | null,
    point?: Point | null,
    summary?: PointSummary | null,
    isPreselected?: boolean,
  ): void {
    this.#chosenId = id;
    this.#point = point ?? null;
    this.#summary = summary ?? null;
    this.#invalidReason = '';
    this.#isPreselected = isPreselected;
    this.#render();
  }

  /**
   * Updates everything that is shown or submitted.
   * @param objection why the shop rejected a choice
   */
  #render(objection = ''): void {
    const words = { ...wordsIn(this.config.language), ...this.messages };
    const { name } = this;
    const own = this.#ownValue;
    const inline = this.#inline;
    const failed = this.#failed;
    const frame = this.#link?.frame;
    const control = this.#control;
    const { labels, states, validity } = this.#internals;

    this.#field.hidden = inline && !failed;
    let isNear = false;
    for (const radio of this.#nearest.querySelectorAll('input')) {
      radio.checked = radio.value === own;
      isNear ||= radio.checked;
      radio.disabled = this.#blocked;
    }
    this.#state.replaceChildren(
      own ? (isNear ? '' : this.#summary?.lines.join('\n') || own) : failed ? '' : this.#empty,
      failed ? this.#problem : `\n${objection || this.#invalidReason}`.trimEnd(),
    );
    this.#problem.textContent = words.failed;
    this.#label.textContent = this.#nearest.firstChild
      ? this.messages['more'] || this.#more
      : words[own ? 'change' : 'trigger'];
    this.#trigger.disabled = this.#blocked;
    this.#trigger.ariaLabelledByElements = [...(labels as NodeListOf<Element>), this.#trigger];
    this.#title.textContent =
      this.#nearest.ariaLabel =
      this.#dialog.ariaLabel =
      this.#progress.ariaLabel =
        words.trigger;
    this.#closeButton.ariaLabel = words.close;
    if (frame) frame.title = words.trigger;

    this.#fallback.hidden = !control;
    // Not the property, whose every change the observer would notice.
    for (const each of this.querySelectorAll(CONTROLS)) each.toggleAttribute('disabled', !control);

    const summary = this.#summary;
    const entries = new FormData();
    if (name && own && !this.disabled) {
      entries.set(name, own);
      if (this.withDetails)
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
    if (isMirrored) mirrorEntries(this, entries);
    this.#internals.setFormValue(isMirrored ? null : entries, JSON.stringify([own, this.#point, summary]));

    const problem = this.#customMessage || this.#invalidReason;
    this.#internals.setValidity(
      // A readonly control never blocks submission, because it can't be changed.
      this.readonly ? {} : { customError: Boolean(problem), valueMissing: this.required && !this.value },
      problem || words.trigger,
      control ?? ((inline && frame) || this.#trigger),
    );
    // Browsers without `:state()` reject state names without dashes.
    if (CSS.supports('selector(:state(a))'))
      for (const [state, isOn] of Object.entries({
        chosen: Boolean(this.value),
        loading: this.#loading,
        failed,
        'user-invalid': this.#touched && !validity.valid,
      }))
        states[isOn ? 'add' : 'delete'](state);
    this.#configure();
    this.#lookUp();
  }

  #show(): void {
    if (!this.#link) this.#mount();
    // After a move in the document it still has the attribute `open`, with which `showModal` would throw.
    this.#dialog.close();
    this.#dialog.showModal();
    this.#page ??= lockScrollAndHistory(
      (layers) => this.back(layers) || this.#end('back'),
      this.history !== 'off',
    );
    this.#page.setLayers(this.#layers);
  }

  /**
   * Closes the dialog, if it is open, and settles the promise of `open`: once the page's history is restored, so that the shop
   * may navigate.
   * @param beforeClose called just before the promise is settled
   */
  #end(reason: string, point: Point | null = null, error?: PickerError, beforeClose?: () => void): void {
    const wasOpen = !!this.#opening;
    const [resolve, reject] = this.#settle;
    const released = this.#page?.release();
    this.#opening = this.#page = this.#offered = undefined;
    this.#touched ||= wasOpen;
    this.#dialog.close();
    this.#render();
    const finish = () => {
      beforeClose?.();
      if (error) reject?.(error);
      else resolve?.(point);
      if (!wasOpen || this.#inline) return;
      emit(this, 'close', { reason });
      // Nobody can hear events of an element that has been removed from the document.
      if (!this.#connected) emit(document, 'close', { reason });
    };
    if (released) void released.then(finish);
    else finish();
  }

  /** Loads an inline frame once it isn't hidden. */
  #mountInline(): void {
    if (!this.#inline) return;
    this.shadowRoot!.append(this.#space);
    whenShown(this, () => this.#space.isConnected && this.#mount(), '999%');
  }

  #mount(): FrameLink {
    this.#unmount();
    this.#failed = false;
    this.#loading = true;
    const origin = readFrameOrigin(this);
    // The origin to send `hello` to (the frame verifies it itself), and what the frame needs before `init`.
    const beginning: Parameters = [
      ['origin', location.origin],
      ...pick(this.config, 'latitude longitude zoom language theme'),
    ];
    const frame = make('iframe', {
      part: 'frame',
      allow: 'geolocation',
      sandbox: SANDBOX,
      src: `${origin}/embed#${writeQuery(beginning)}`,
    });
    this.#link = linkFrame(
      frame,
      origin,
      () => this.config,
      (message) => this.#receive(message),
      (error) => this.#fail(error),
      () => this.#progress.remove(),
    );
    if (origin) (this.#inline ? this.shadowRoot! : this.#dialog).append(this.#progress, frame);
    this.#render();
    return this.#link;
  }

  /** Removes the frame. */
  #unmount(): void {
    this.#link?.close();
    this.#link = this.#offered = undefined;
    this.#loading = false;
    this.#progress.remove();
    this.#space.remove();
    this.#setLayers(0);
  }

  /** Sets the number of layers open in the frame. */
  #setLayers(open: number): void {
    this.#layers = open;
    this.#page?.setLayers(open);
  }

  #fail(error: PickerError): void {
    this.#failed = true;
    this.#unmount();
    this.#end('error', null, error);
    emit(this, 'error', { ...error, message: error.message });
  }

  #receive(message: FrameMessage): void {
    const { type, droppoint: _, ...detail } = message as FrameMessage & { droppoint: number };
    switch (message.type) {
      case 'ready':
        this.#sent = undefined;
        this.#loading = false;
        this.#render();
        emit(this, type, {});
        break;
      case 'select': {
        const { id, ...offer } = detail as typeof message;
        const answer = (accepted: boolean, reason?: string) => {
          this.#link?.send({ type: 'verdict', id, accepted, reason, changed: accepted });
          if (accepted && !this.#configureQueued)
            this.#sent = JSON.stringify({ ...this.config, value: message.point.id });
        };
        // A choice that arrives after the dialog was closed is rejected.
        if (this.#inline || this.#opening) this.#offer(offer, answer);
        else answer(false);
        break;
      }
      case 'change': {
        const { point, summary, source } = message;
        // Older frames wait for settings with the value.
        this.#sent = undefined;
        // Otherwise it is about our value: its point, or an older frame repeats the choice that was accepted.
        const isChange = !point || source === 'method';
        // The value may have changed while the frame looked it up.
        if (isChange || point.id === this.#ownValue)
          this.#choose(point?.id ?? '', point, summary, !isChange && this.#isPreselected);
        if (isChange) this.#announce(point);
        break;
      }
      case 'layers':
        this.#setLayers(message.open);
        break;
      case 'close':
        this.#end(message.reason);
        break;
      case 'invalid-selection':
        this.#markInvalid(message);
        break;
      default:
        // Errors after which the frame still works, and events for analytics.
        emit(this, type, detail);
    }
  }

  /**
   * Asks the shop to accept a choice, which may take time, and makes it. Another choice or closing the dialog
   * meanwhile rejects it.
   * @param isOurs whether it is preselected, not pressed by the shopper
   */
  #offer(offer: Offer, answer: (accepted: boolean, reason?: string) => void, isOurs?: boolean): void {
    const waits: unknown[] = [];
    this.#offered = waits;
    const detail = { ...offer, waitUntil: (promise: unknown) => void waits.push(promise) } as {
      reason?: string;
    };
    const event = emit(this, 'select', detail);
    const decide = (accepted: boolean, reason?: string) => {
      const { point, summary, source } = offer;
      accepted &&= this.#offered === waits;
      answer(accepted, reason);
      if (!accepted) return;
      this.#choose(point.id, point, summary, isOurs);
      this.#announce(source !== 'nearest' && point);
    };
    Promise.all(waits).then(
      () => decide(!event.defaultPrevented, detail.reason),
      (error: Error) => decide(false, error.message),
    );
  }

  /** Dispatches the events of a change. @param closeWith the point with which to close the dialog, if open */
  #announce(closeWith?: Point | false): void {
    const notify = () => emitChange(this);
    if (closeWith) this.#end('select', closeWith, undefined, notify);
    else notify();
  }

  /** In mode `nearest`, fetches and shows the points nearest to the place in the config. */
  #findNearest(config: PickerConfig): void {
    const around = pick(config, config.latitude ? 'latitude longitude' : 'address postalCode city');
    const place = this.mode === 'nearest' && !this.readonly && writeQuery(around);
    const unsendable = listUnsendable(config);
    const query: Parameters = [
      ...around,
      ['language', config.language ?? 'en'],
      ...listConditions(config).filter(([name]) => name !== 'excludeIds' || !unsendable[0]),
      ['limit', unsendable[0] ? MOST_NEAREST : NEAREST],
    ];
    const requested = place && `${writeQuery(query)} ${unsendable.join()}`;
    if (requested === this.#nearestQuery) return;
    this.#nearestQuery = requested;
    this.#nearest.replaceChildren();
    // A choice that the shop hasn't accepted yet was near another address, and so was a preselected one.
    this.#offered = undefined;
    if (this.#isPreselected) {
      this.#choose('');
      this.#announce();
    }
    const show = ({ place, points, texts }: NearestPointsAnswer) => {
      this.#more = texts!.more;
      const left = points.filter(({ summary }) => !unsendable.includes(summary.id)).slice(0, NEAREST);
      this.#nearest.replaceChildren(...left.map((near) => this.#makeOption(near)));
      // Don't preselect a point near a place that was only guessed.
      if (this.preselect && !this.value && /exact|near/.test(place!.match)) this.#press(left[0]!, true);
      this.#render();
    };
    const isStale = () => requested !== this.#nearestQuery;
    // If it fails, the button below still opens the dialog.
    if (requested)
      whenShown(this, () => requestFromHost(this, 'nearest-points', query, isStale, show), '999%');
    this.#render();
  }

  #makeOption(near: Near): Node {
    const { summary, label, texts } = near;
    const radio = make('input', { type: 'radio', name: 'nearest', value: summary.id });
    radio.onchange = () => this.#press(near);
    const { lines, distance } = texts!;
    return make(
      'label',
      { part: 'option' },
      radio,
      make('span', {}, lines.join('\n')),
      make('span', {}, label ? `${label}\n${distance}` : distance),
    );
  }

  /** Chooses one of the nearest points, if the shop accepts it. */
  #press({ point, summary }: Near, isOurs?: boolean): void {
    this.#offer(
      { point, summary, source: 'nearest' },
      (accepted, reason) => accepted || this.#render(reason),
      isOurs,
    );
  }

  /**
   * Looks up the point of an initial value once the element is visible, and whether it may be chosen
   * here. If there is a frame, the frame does this; conditions that are too long for a query are left to
   * a later frame.
   */
  #lookUp(): void {
    const id = this.#ownValue;
    if (!id || id === this.#lookedUpId || this.#summary) return;
    this.#lookedUpId = id;
    const isStale = () => id !== this.#ownValue || this.#summary || this.#hasFrame;
    const take = ({ point, summary, isValid, errors: [error], alternatives, meant }: PointValidity) => {
      if (isValid) this.#choose(this.#chosenId, point, summary);
      else if (error) this.#markInvalid({ id, reason: error.code, message: error.text, meant, alternatives });
    };
    whenShown(this, () => {
      const { config } = this;
      const query: Parameters = [
        ...pick(config, 'latitude longitude'),
        ['language', config.language ?? 'en'],
        ...listConditions(config),
      ];
      if (!listUnsendable(config)[0] && writeQuery(query).length <= MAX_QUERY)
        return requestFromHost(this, `points/${encodeURIComponent(id)}`, query, isStale, take);
      return isStale() || this.#mount();
    });
  }

  /** Marks the chosen point as invalid, unless the shop cancels the event. */
  #markInvalid(detail: Omit<Extract<FrameMessage, { type: 'invalid-selection' }>, 'type'>): void {
    if (!emit(this, 'invalid-selection', detail).defaultPrevented && detail.id === this.#ownValue)
      this.#invalidReason = this.messages[detail.reason] || detail.message || detail.reason;
    this.#render();
  }

  async #request<Answer>(request: Request): Promise<Answer> {
    if (!this.#connected) throw pickerError('destroyed');
    return (this.#link ?? this.#mount()).request(request);
  }

  /** Sends the config to the frame, in one message for all changes of a task. */
  #configure(): void {
    if (this.#configureQueued) return;
    this.#configureQueued = true;
    queueMicrotask(() => {
      this.#configureQueued = false;
      if (this.#connected) this.#findNearest(this.config);
      // Read after that: without a preselected value that was near another address.
      const { config } = this;
      const sent = JSON.stringify(config);
      if (sent !== this.#sent) this.#link?.request({ type: 'configure', config }).catch(() => {});
      this.#sent = sent;
      const before = this.#conditions;
      this.#conditions = JSON.stringify(listConditions(config));
      // Only a frame can check whether the chosen point still matches; an existing frame does so anyway.
      if (before && before !== this.#conditions && config.value && !this.#hasFrame && this.#connected)
        this.#mount();
    });
  }
}

mirrorAttributes(DroppointPicker.prototype, OBSERVED_ATTRIBUTES, SWITCHES);
