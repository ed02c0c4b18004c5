import { vi } from 'vitest';
import { writeMessage } from '#contract/frame-message.ts';
import { FakeChannel, type FakePort } from './fake-channel.ts';

/** Fakes the internals by which an element reports to its form and style sheets. */
class FakeInternals {
  readonly labels: Element[] = [];
  readonly states = new Set<string>();
  readonly validity: Record<string, boolean> = { valid: true };
  validationMessage = '';
  /** The form's entries. */
  entries: unknown[] = [];

  setFormValue(value: FormData | null) {
    this.entries = [...((value ?? []) as Iterable<unknown>)];
  }
  setValidity(flags: Record<string, boolean>, message: string) {
    for (const name of Object.keys(this.validity)) delete this.validity[name];
    const valid = !Object.values(flags).includes(true);
    Object.assign(this.validity, flags, { valid });
    this.validationMessage = valid ? '' : message;
  }
  checkValidity() {
    return this.validity['valid'];
  }
}

/**
 * Adds what jsdom lacks, as far as the element uses it. @returns internals of the last element that was
 * made
 */
function completeDom() {
  const made = { internals: new FakeInternals() };
  vi.stubGlobal('__WIDGET_VERSION__', '1.2.3');
  vi.stubGlobal('__IS_PACKAGE__', false);
  vi.stubGlobal('CSS', { supports: () => true });
  // Everything is in view.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #report: (entries: { intersectionRatio: number }[]) => void;
      constructor(report: (entries: { intersectionRatio: number }[]) => void) {
        this.#report = report;
      }
      observe() {
        this.#report([{ intersectionRatio: 1 }]);
      }
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  );
  Object.assign(HTMLElement.prototype, { attachInternals: () => (made.internals = new FakeInternals()) });
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  return made;
}

/**
 * Connects an element and its frame, as our page in the frame does. @returns the frame's port, and the
 * messages that it receives
 */
export function connect(frame: HTMLIFrameElement, origin: string) {
  vi.stubGlobal('MessageChannel', FakeChannel);
  let port: FakePort;
  let nonce = '';
  const source = {
    postMessage(init: { nonce: string }, _: string, ports: FakePort[]) {
      [port, nonce] = [ports[0]!, init.nonce];
    },
  };
  Object.defineProperty(frame, 'contentWindow', { value: source });
  const data = writeMessage({ type: 'hello', version: '1.0.0' });
  window.dispatchEvent(Object.assign(new Event('message'), { source, origin, data }));
  const received: ({ type: string } & Record<string, unknown>)[] = [];
  port!.onmessage = ({ data }) => void received.push(data as (typeof received)[number]);
  port!.postMessage(writeMessage({ type: 'ready', nonce }));
  return { port: port!, received };
}

const PICKER = () => import('../../../packages/elements/picker/droppoint-picker.ts');
const PARCEL = () => import('../../../packages/elements/parcel/droppoint-parcel.ts');
let loaded: { page: Window; modules: Promise<readonly unknown[]> } | undefined;
/**
 * The elements' classes, from modules loaded again for each test file's page: outside of one they are
 * loaded without a page.
 */
async function loadElements() {
  if (loaded?.page !== window) {
    vi.resetModules();
    loaded = { page: window, modules: Promise.all([PICKER(), PARCEL()]) };
  }
  const [picker, parcel] = (await loaded.modules) as [
    Awaited<ReturnType<typeof PICKER>>,
    Awaited<ReturnType<typeof PARCEL>>,
  ];
  return { ...picker, ...parcel };
}

const makeTag = () => `element-${String(Math.random()).slice(2)}`;

/**
 * `<droppoint-parcel>` in a page of jsdom. @returns the element, a function that sends a frame's message,
 * and the events
 */
export async function openParcel(attributes: Record<string, string>) {
  const made = completeDom();
  const { DroppointParcel } = await loadElements();
  const tag = makeTag();
  customElements.define(tag, class extends DroppointParcel {});
  const element = document.createElement(tag) as InstanceType<typeof DroppointParcel>;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  const frame = () => element.shadowRoot!.querySelector('iframe');
  const source = { location: { replace: vi.fn<(address: string) => void>() } };
  Object.defineProperty(frame()!, 'contentWindow', { value: source });
  const { origin } = new URL(attributes['origin']!);
  /** A message event as a browser would make it; by default of the element's own frame. */
  const send = (message: object, changes: { source?: unknown; origin?: string } = {}) =>
    void dispatchEvent(
      Object.assign(new Event('message'), { source, origin, data: { droppoint: 1, ...message }, ...changes }),
    );
  return { element, frame, send, followed: source.location.replace, internals: made.internals };
}

/**
 * The element in a page of jsdom.
 * @returns the element, and the addresses that it asks for
 */
export async function openElement(attributes: Record<string, string>, answer: object = {}, tag = makeTag()) {
  const made = completeDom();
  const requests: URL[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    requests.push(new URL(address));
    return Promise.resolve(Response.json(answer));
  });
  const { DroppointPicker } = await loadElements();
  customElements.define(tag, class extends DroppointPicker {});
  const element = document.createElement(tag) as InstanceType<typeof DroppointPicker>;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  const frame = () => element.shadowRoot!.querySelector('iframe');
  return { element, requests, frame, root: element.shadowRoot!, internals: made.internals };
}
