import { ATTRIBUTE_NAMES } from '../../contract/parcel-names.ts';
import type { PublicParcel } from '../../contract/public-parcel.ts';
import { Base, emit, mirrorAttributes, type Words } from '../shared/base.ts';
import type { DroppointParcel } from './droppoint-parcel.ts';
import { newsOf } from './news.ts';

/** Inserted by the build: the version in package.json. */
declare const __WIDGET_VERSION__: string;

const TAG = 'droppoint-parcel';
const NAMES = ATTRIBUTE_NAMES.split(' ');
const TextBase = Base as new () => HTMLElement & Record<Words<typeof ATTRIBUTE_NAMES>, string>;

/**
 * Test double of `<droppoint-parcel>` for a shop's unit tests, which have no frames: it has the same
 * attributes, properties and event, but the test sets the parcel's state. Its content is visible.
 */
class ParcelDouble extends TextBase {
  static readonly observedAttributes = NAMES;
  #parcel: PublicParcel | null = null;

  attributeChangedCallback(name: string): void {
    if (name === 'number') this.#parcel = null;
  }
  get parcel(): PublicParcel | null {
    return this.#parcel;
  }
  get version(): string {
    return __WIDGET_VERSION__;
  }

  /** Does nothing: the test sets the state. */
  refresh(): void {}

  /** Called by the test. */
  setParcel(parcel: PublicParcel): void {
    const isNews = this.#parcel === null || newsOf(parcel) !== newsOf(this.#parcel);
    this.#parcel = parcel;
    if (isNews) emit(this, 'parcel-state', parcel);
  }
}

// Documented in packages/elements/parcel-testing.d.ts, which is published.

// oxlint-disable-next-line house/plain-words -- published under this name
export function tellParcel(element: DroppointParcel, fields: Partial<Omit<PublicParcel, 'number'>>): void {
  if (!('setParcel' in element))
    throw new TypeError(`This isn’t a <${TAG}> from droppoint-picker/parcel/testing.`);
  (element as unknown as ParcelDouble).setParcel({
    status: 'found',
    state: null,
    since: null,
    nextStep: null,
    isReturn: null,
    destination: null,
    events: [],
    leftOut: 0,
    checkedAt: null,
    ...fields,
    number: element.number,
  });
}

mirrorAttributes(ParcelDouble.prototype, NAMES, []);
if (globalThis.customElements) {
  const registered = customElements.get(TAG);
  if (registered === undefined) customElements.define(TAG, ParcelDouble);
  // Test runners may load modules again in the same page.
  else if (!('setParcel' in registered.prototype))
    throw new Error(
      'Import droppoint-picker/parcel/testing before droppoint-picker/parcel, which it replaces.',
    );
}
