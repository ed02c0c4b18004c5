import { vi } from 'vitest';

/** What jsdom lacks, so far as the element uses it. */
function completeDom(): void {
  vi.stubGlobal('__WIDGET_VERSION__', '1.2.3');
  vi.stubGlobal('__IS_PACKAGE__', false);
  vi.stubGlobal('CSS', { supports: () => false });
  // Everything is in sight.
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
  const internals = { labels: [], states: new Set(), validity: {}, setFormValue() {}, setValidity() {} };
  Object.assign(HTMLElement.prototype, { attachInternals: () => internals });
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
}

/**
 * The element in a page of jsdom, from modules loaded anew: elsewhere they are loaded where there is no page.
 * @returns the element, and the addresses that it asks for
 */
export async function openElement(attributes: Record<string, string>, answer: object = {}) {
  vi.resetModules();
  completeDom();
  const asked: URL[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address));
    return Promise.resolve(Response.json(answer));
  });
  const { DroppointPicker } = await import('../../../packages/elements/picker/droppoint-picker.ts');
  const tag = `picker-${String(Math.random()).slice(2)}`;
  customElements.define(tag, DroppointPicker);
  const element = document.createElement(tag) as InstanceType<typeof DroppointPicker>;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  const frame = () => element.shadowRoot!.querySelector('iframe');
  return { element, asked, frame, root: element.shadowRoot! };
}
