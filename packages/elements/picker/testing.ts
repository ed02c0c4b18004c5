import type { PickerConfig } from '../../contract/picker-config.ts';
import type { PointSummary } from '../../contract/point-summary-schema.ts';
import type { Point } from '../../platform/point.ts';
import { Base, emit, mirrorAttributes, type Words } from '../shared/base.ts';
import {
  OBSERVED_ATTRIBUTES,
  emitChange,
  mirrorObject,
  type AttributesElement,
  SWITCHES,
} from './attributes.ts';
import type { DroppointPicker } from './droppoint-picker.ts';
import { pickerError } from './frame-link.ts';
import { wordsIn } from './words.ts';

/** Inserted by the build: the version in package.json. */
declare const __WIDGET_VERSION__: string;

type Settle = [resolve: (point: Point | null) => void, reject: (error: Error) => void];

/** Members that the inner control implements. */
const CONTROL = 'form labels validity willValidate checkValidity setCustomValidity';
const Control = Base as new () => AttributesElement &
  Pick<ElementInternals & HTMLInputElement, Words<typeof CONTROL>>;

/**
 * Test double of `<droppoint-picker>` for a shop's unit tests, which have no frames: it has the same
 * attributes, properties, methods and events, but the test does what the shopper would do.
 */
class PickerDouble extends Control {
  static readonly observedAttributes = [...OBSERVED_ATTRIBUTES, 'value'];

  /** Every test DOM submits, validates, resets and disables an input, but few support custom form controls. */
  readonly #control = document.createElement('input');
  #point: Point | null = null;
  #summary: PointSummary | null = null;
  #config: PickerConfig = {};
  #opening: Promise<Point | null> | null = null;
  #settle: Settle | null = null;

  static {
    mirrorObject(this.prototype, CONTROL, (element) => element.#control);
  }

  constructor() {
    super();
    this.#control.hidden = true;
    this.#control.oninvalid = () => this.dispatchEvent(new Event('invalid', { cancelable: true }));
    new MutationObserver(() => this.#update()).observe(this, { childList: true, subtree: true });
  }

  connectedCallback(): void {
    this.append(this.#control);
    this.#update();
  }
  disconnectedCallback(): void {
    this.end(null, 'removed');
  }
  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (value === 'false' && SWITCHES.includes(name)) this.removeAttribute(name);
    this.#update();
  }
  #update(): void {
    const control = this.#control;
    // The shop's fallback controls, which are used only if the picker fails.
    for (const fallback of this.querySelectorAll<HTMLInputElement>('select, input, textarea'))
      fallback.disabled = true;
    control.name = this.name;
    control.required = this.required;
    control.disabled = this.disabled;
    control.readOnly = this.readonly;
    control.defaultValue = this.getAttribute('value') ?? '';
  }

  get value(): string {
    return this.#control.value;
  }
  set value(id: string | null) {
    this.#control.value = id ?? '';
  }
  get selectedPoint(): Point | null {
    return this.#point?.id === this.value ? this.#point : null;
  }
  get selectedSummary(): PointSummary | null {
    return this.#summary?.id === this.value ? this.#summary : null;
  }
  get version(): string {
    return __WIDGET_VERSION__;
  }
  get validationMessage(): string {
    const { valid, customError } = this.validity;
    return customError ? this.#control.validationMessage : valid ? '' : wordsIn(this.language).trigger;
  }
  reportValidity(): boolean {
    return this.checkValidity();
  }

  get config(): PickerConfig {
    return { ...this.#config, value: this.value };
  }
  set config(config: PickerConfig | null) {
    this.#config = { ...config };
  }
  get messages(): Record<string, string> {
    return this.#config.messages ?? {};
  }
  set messages(messages: Record<string, string> | null) {
    this.configure({ messages: messages ?? {} });
  }
  get filter(): PickerConfig['filter'] {
    return this.#config.filter;
  }
  set filter(filter: PickerConfig['filter'] | null) {
    this.configure({ filter: filter ?? {} });
  }
  configure(changes: PickerConfig): void {
    this.config = { ...this.#config, ...changes };
  }

  open(): Promise<Point | null> {
    if (this.readonly || this.#control.matches(':disabled') || !this.isConnected)
      return Promise.reject(pickerError('disabled'));
    this.#opening ??= new Promise((...settle) => (this.#settle = settle));
    return this.#opening;
  }
  close(): void {
    this.end(null, 'method');
  }
  /** There are no layers without a frame. */
  back(): boolean {
    return false;
  }
  destroy(): void {
    this.close();
  }
  reset(): void {
    this.value = this.#control.defaultValue;
  }
  selectPoint(id: string | null): Promise<Point | null> {
    this.take(id === null ? null : { id });
    return Promise.resolve(this.selectedPoint);
  }
  async search(): Promise<void> {}
  async showPoint(): Promise<void> {}
  async changePosition(): Promise<void> {}
  async refresh(): Promise<void> {}
  validate() {
    return Promise.resolve({
      isValid: true,
      status: 'exists' as const,
      errors: [],
      alternatives: [],
      checkedAt: null,
    });
  }

  // Called by the test

  async offer(chosen: ChosenPoint): Promise<boolean> {
    const opening = this.open();
    opening.catch(() => {});
    if (this.#opening === null) await opening;
    const waits: unknown[] = [];
    const { point, summary } = describe(chosen);
    const waitUntil = (promise: unknown) => waits.push(promise);
    const event = emit(this, 'select', { point, summary, source: 'test', waitUntil });
    const isAgreed = await Promise.all(waits).then(
      () => !event.defaultPrevented && opening === this.#opening,
      () => false,
    );
    if (isAgreed) {
      this.take(chosen);
      this.end(point, 'select');
    }
    return isAgreed;
  }
  take(chosen: ChosenPoint | null): void {
    const { point, summary } = chosen === null ? { point: null, summary: null } : describe(chosen);
    this.#point = point;
    this.#summary = summary;
    this.value = point?.id ?? '';
    emitChange(this);
  }
  end(point: Point | null, reason: string, error?: Error): void {
    if (this.#opening === null) return;
    const [resolve, reject] = this.#settle!;
    this.#opening = this.#settle = null;
    if (error === undefined) resolve(point);
    else reject(error);
    emit(this, 'close', { reason });
  }
}

/** The fields of a point that a test needs. */
export type ChosenPoint = Partial<Point> & { id: string; summary?: Partial<PointSummary> };

/** Completes a point and its summary; what the test omits is unknown. */
function describe({ summary, ...given }: ChosenPoint): { point: Point; summary: PointSummary } {
  const point = { coordinates: { latitude: 0, longitude: 0 }, ...given } as Point;
  const place = { street: null, buildingNumber: null, postalCode: null, city: null, country: null };
  const unknown = { ...place, type: null, hours: null, openRoundTheClock: null };
  const address = {
    company: point.id,
    streetLine1: point.id,
    streetLine2: '',
    postalCode: '',
    city: '',
    countryCode: '',
  };
  const { latitude, longitude } = point.coordinates;
  return {
    point,
    summary: {
      name: point.id,
      lines: [],
      address,
      ...unknown,
      latitude,
      longitude,
      ...summary,
      id: point.id,
    },
  };
}

function asDouble(picker: DroppointPicker): PickerDouble {
  if ('offer' in picker) return picker as unknown as PickerDouble;
  throw new TypeError('This isn’t a <droppoint-picker> from droppoint-picker/testing.');
}

// Documented in packages/elements/testing.d.ts, which is published.

export async function choosePoint(picker: DroppointPicker, point: ChosenPoint): Promise<boolean> {
  return asDouble(picker).offer(point);
}

export function closePicker(picker: DroppointPicker, reason = 'button'): void {
  asDouble(picker).end(null, reason);
}

export function failPicker(picker: DroppointPicker, code = 'offline'): void {
  const error = pickerError(code, code === 'offline' || code === 'timeout');
  asDouble(picker).end(null, 'error', error);
  emit(picker, 'error', { ...error, message: error.message, requestId: null });
}

mirrorAttributes(PickerDouble.prototype, OBSERVED_ATTRIBUTES, SWITCHES);
if (globalThis.customElements) {
  const registered = customElements.get('droppoint-picker');
  if (registered === undefined) customElements.define('droppoint-picker', PickerDouble);
  // Test runners may load modules again in the same page.
  else if (!('offer' in registered.prototype))
    throw new Error('Import droppoint-picker/testing before droppoint-picker, which it replaces.');
}
