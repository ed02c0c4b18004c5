import { readAttributes, type AttributesElement } from './attributes.ts';
import { make } from '../shared/make.ts';
import type { PickerConfig } from '../../contract/picker-config.ts';
import type { PointSummary } from '../../contract/point-summary-schema.ts';
import type { Point } from '../../platform/point.ts';
import type { FrameLink } from './frame-link.ts';
import type { PageLock } from './modal.ts';

/** Fallback controls: those in the default slot, not in a named one. */
const CONTROLS = ':is(select, input, textarea):not(:scope > [slot], :scope > [slot] *)';

/** Without `type="button"`: a button in a shadow tree has no form to submit. */
const makeButton = (part: string, child: Node | string) => make('button', { part }, child);
const makeSlot = (name: string) => make('slot', { name });

/** The element itself, as far as the files beside this one know it. */
export type PickerElement = AttributesElement & {
  readonly value: string;
  back(layers?: number): boolean;
};

/**
 * One element's state and the nodes in its shadow tree, for the functions in the files beside it. The build shortens names that end
 * with `_` (scripts/build-widget.mjs), as it does with private ones; those could not be shared by files.
 */
export class ElementState {
  declare readonly element_: PickerElement;
  /** Updates everything that is shown or submitted. `objection`: why the shop rejected a choice */
  readonly render_: (objection?: string) => void;
  declare readonly internals_: ElementInternals;

  // On the page: the chosen point or an error, and the button.
  readonly status_ = make('p', { role: 'status' });
  readonly label_ = makeSlot('trigger');
  readonly trigger_ = makeButton('trigger', this.label_);
  /** The nearest points, in mode `nearest`. */
  readonly nearest_ = make('div', { role: 'radiogroup', part: 'nearest' });
  readonly field_ = make('div', {}, this.nearest_, this.status_, this.trigger_);
  /** Shown in the status while nothing is chosen. */
  readonly empty_ = makeSlot('empty');
  /** Shown in the status after the frame has failed. */
  readonly problem_ = makeSlot('error');
  /** The shop's own form control, for browsers without scripts and after the frame has failed. */
  readonly fallback_ = make('slot', {});
  readonly title_ = make('b', {});
  readonly closeButton_ = makeButton('close', '✕');
  readonly dialog_: HTMLDialogElement = make(
    'dialog',
    { part: 'dialog' },
    make('header', {}, this.title_, this.closeButton_),
  );
  /** With an `href`, it connects to the frame's host in advance, without a request. */
  readonly preconnect_ = make('link', { rel: 'preconnect' });
  /** Keeps the space of an inline frame free until it is loaded. */
  readonly space_ = make('div', { part: 'frame' });
  /** Shown before the frame until one of our pages has loaded in it. */
  readonly progress_ = make('progress', {});

  /** null: nothing has been chosen, so the attribute `value` applies. */
  chosenId_: string | null = null;
  point_: Point | null = null;
  summary_: PointSummary | null = null;
  /** The value last looked up at the frame's host. */
  declare lookedUpId_: string | undefined;
  /** Why the chosen point is invalid, as a sentence; empty if it is valid as far as is known. */
  invalidReason_ = '';
  declare customMessage_?: string;
  /** Whether `preselect` has chosen the value: as long as it stays, another address replaces it. */
  declare isPreselected_?: boolean | undefined;
  /** The last choice that the shop was asked about, unless it was withdrawn since: by closing, say. */
  declare offered_: unknown;
  /** Query of the nearest points that are shown or loading; empty: none. */
  nearestQuery_: string | false = false;
  /** Text of the button below the nearest points. */
  declare more_: string;
  /** Whether the shopper has had a chance to choose, for the state `user-invalid`. */
  declare touched_?: boolean;

  declare settings_?: PickerConfig;
  /** Values of the properties of these names; they take precedence over `config` until it sets them again. */
  overrides_: { [key in 'filter' | 'messages']?: PickerConfig[key] } = {};
  /** The part of the last config that restricts the points, as JSON. */
  declare conditions_: string | undefined;
  declare configureQueued_?: boolean;
  /** The settings that the frame has, as JSON; undefined if that isn't known. */
  declare sent_: string | undefined;

  declare link_: FrameLink | undefined;
  declare loading_?: boolean;
  declare failed_?: boolean;
  /** Number of layers open in the frame, which Back closes one by one. */
  layers_ = 0;
  /** Promise of the pending `open` call; undefined: not open. */
  declare opening_: Promise<Point | null> | undefined;
  settle_: [resolve?: (point: Point | null) => void, reject?: (error: Error) => void] = [];
  declare page_: PageLock | undefined;
  /** Whether `connectedCallback` has run; `isConnected` is true earlier if the parser upgrades the element. */
  declare connected_?: boolean;

  constructor(element: PickerElement, render: (state: ElementState, objection?: string) => void) {
    this.element_ = element;
    this.internals_ = element.attachInternals();
    this.render_ = (objection) => render(this, objection);
  }

  /** Attributes and settings merged, as sent to the frame. */
  get config_(): PickerConfig {
    return { ...readAttributes(this.element_), ...this.settings_, ...this.overrides_, value: this.value_ };
  }
  get messages_(): Record<string, string> {
    return this.config_.messages ?? {};
  }
  get inline_(): boolean {
    return this.element_.mode === 'inline';
  }
  /** Whether there is a frame, or will be one once the element is shown: it looks up the value. */
  get hasFrame_(): unknown {
    return this.link_ ?? this.space_.isConnected;
  }
  /** Whether nothing can be chosen: readonly or disabled. */
  get blocked_(): boolean {
    return this.element_.matches('[readonly], :disabled');
  }
  /** Id of the chosen point, whatever a fallback control has. */
  get value_(): string {
    return this.chosenId_ ?? this.element_.getAttribute('value') ?? '';
  }
  /** The shop's fallback controls. */
  get controls_(): HTMLInputElement[] {
    return [...this.element_.querySelectorAll<HTMLInputElement>(CONTROLS)];
  }
  /** The shop's fallback control, if it is in use: the frame has failed, and nothing was chosen before. */
  get control_(): HTMLInputElement | undefined {
    if (!this.failed_ || this.value_) return;
    return this.controls_.find(({ checked }) => checked) ?? this.controls_[0];
  }
}
