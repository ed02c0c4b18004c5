// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROTOCOL_VERSION } from '#contract/frame-message.ts';
import { connect, openElement } from './open-element.ts';
import { waitFor } from '../../wait-for.ts';
import { passTurn } from '../pass-turn.ts';

/** The element among the page's own controls, which scripts read, add, remove and morph. */

const origin = 'https://points.example';

beforeEach(() => vi.stubGlobal('jQuery', {}));
afterEach(async () => {
  document.body.replaceChildren();
  // A removed element acts a microtask later.
  await Promise.resolve();
  vi.unstubAllGlobals();
});

/** The native controls that are sent, as read by a script that knows no others. */
const sent = (element: HTMLElement) =>
  [...element.querySelectorAll('input')]
    .filter((input) => !input.matches(':disabled') && input.name !== '')
    .map(({ name, value }) => [name, value]);

describe('the shop’s fallback control', () => {
  const FALLBACK = '<label>Number <input name="point" required></label>';

  // Proves: embedding/own-control.
  it.each<[string, (element: HTMLElement) => void]>([
    ['enabled', (element) => element.querySelector('input')!.removeAttribute('disabled')],
    ['replaced', (element) => (element.querySelector('label')!.innerHTML = '<input name="point" required>')],
    ['added again with everything around', (element) => (element.innerHTML = FALLBACK)],
  ])('the fallback control stays out of the form after a page’s script has %s it', async (_, change) => {
    const { element } = await openElement({ origin, name: 'point' });
    element.innerHTML = FALLBACK;
    element.value = 'PL_A';
    // Before this, the observer has not reported the control itself yet, and would notice anything.
    await Promise.resolve();
    change(element);
    await Promise.resolve();
    const own = element.querySelector('label input')!;
    expect(own.matches(':disabled')).toBe(true);
    expect(sent(element)).toEqual([['point', 'PL_A']]);
    // Nothing is written repeatedly.
    const writes = vi.fn();
    const observer = new MutationObserver(writes);
    observer.observe(element, { attributes: true, childList: true, subtree: true });
    element.configure({});
    await Promise.resolve();
    expect(writes).not.toHaveBeenCalled();
    observer.disconnect();
  });
});

describe('the value among the controls that HTML itself has', () => {
  // Proves: embedding/value-in-form.
  it('a hidden input has the value under the current name, for the element’s form', async () => {
    const { element, internals } = await openElement({ origin, name: 'point' });
    expect(sent(element)).toEqual([]);
    element.value = 'PL_A';
    expect(sent(element)).toEqual([['point', 'PL_A']]);
    // A form that is read by FormData has the input too, so the element adds nothing.
    expect(internals.entries).toEqual([]);
    element.setAttribute('name', 'other');
    expect(sent(element)).toEqual([['other', 'PL_A']]);
    element.setAttribute('form', 'checkout');
    expect(element.querySelector('input')!.getAttribute('form')).toBe('checkout');
    element.setAttribute('disabled', '');
    expect(sent(element)).toEqual([]);
    element.removeAttribute('disabled');
    expect(sent(element)).toEqual([['other', 'PL_A']]);
    element.reset();
    expect([sent(element), element.innerHTML]).toEqual([[], '']);
  });

  it('the hidden input returns after a page’s script has removed it, and replaces that of a copy', async () => {
    const { element } = await openElement({ origin, name: 'point' });
    element.value = 'PL_A';
    const copied = element.innerHTML;
    element.replaceChildren();
    await Promise.resolve();
    expect(sent(element)).toEqual([['point', 'PL_A']]);
    const later = await openElement({ origin, name: 'point' });
    later.element.innerHTML = copied;
    await Promise.resolve();
    expect(sent(later.element)).toEqual([]);
    later.element.value = 'PL_B';
    expect(sent(later.element)).toEqual([['point', 'PL_B']]);
  });

  // Each of them omits some of the form's elements; both read the element itself, which has a name
  // and value like any control.
  it.each<[string, (control: HTMLInputElement) => boolean]>([
    ['htmx 1', (control) => control.disabled || control.closest('fieldset[disabled]') !== null],
    ['Rails’ ujs', (control) => control.disabled || control.matches('fieldset[disabled] *')],
  ])('the value isn’t sent twice by code that reads the element too: %s', async (_, isLeftOut) => {
    const { element } = await openElement({ origin, name: 'point' });
    element.value = 'PL_A';
    const controls = [element, ...element.querySelectorAll('input')] as HTMLInputElement[];
    expect(controls.filter((control) => !isLeftOut(control)).map(({ name, value }) => [name, value])).toEqual(
      [['point', 'PL_A']],
    );
  });

  it('there is no hidden input in a page without jQuery, whose form is read by FormData', async () => {
    vi.unstubAllGlobals();
    const { element, internals } = await openElement({ origin, name: 'point' });
    element.value = 'PL_A';
    expect([element.childNodes.length, internals.entries]).toEqual([0, [['point', 'PL_A']]]);
  });
});

describe('an open dialog', () => {
  const closings = () => {
    const reasons: unknown[] = [];
    const listen = (event: Event) => reasons.push((event as CustomEvent<{ reason: string }>).detail.reason);
    document.addEventListener('droppoint-close', listen, { once: true });
    return reasons;
  };

  it('removing an open dialog’s element notifies a listener on the document', async () => {
    const { element } = await openElement({ origin, history: 'off' });
    const reasons = closings();
    const opened = element.open();
    element.remove();
    expect(await opened).toBeNull();
    expect(reasons).toEqual(['removed']);
  });

  it('the dialog closes when its control is disabled', async () => {
    const { element } = await openElement({ origin, history: 'off' });
    const reasons = closings();
    const opened = element.open();
    element.formDisabledCallback(true);
    expect(await opened).toBeNull();
    expect(reasons).toEqual(['disabled']);
  });

  it('a dialog that the browser closes itself counts as closed', async () => {
    const { element, root } = await openElement({ origin, history: 'off' });
    const reasons = closings();
    const opened = element.open();
    root.querySelector('dialog')!.dispatchEvent(new Event('close'));
    expect(await opened).toBeNull();
    expect(reasons).toEqual(['escape']);
  });
});

describe('the preselected point', () => {
  const near = (id: string) => ({
    summary: { id, lines: [id] },
    point: { id },
    texts: { lines: [], distance: '40 m' },
    label: null,
  });
  /** A host that answers when the test says so, with the points of a town. */
  async function openNearest(city: string) {
    const opened = await openElement({ origin, name: 'point' });
    const answers: ((match?: string) => void)[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      const town = new URL(address).searchParams.get('city');
      return new Promise((resolve) =>
        answers.push((match = 'exact') =>
          resolve(Response.json({ place: { match }, points: [near(`PL_${town}`)], texts: { more: 'More' } })),
        ),
      );
    });
    const changes: string[] = [];
    opened.element.addEventListener('change', () => changes.push(opened.element.value));
    const { element } = opened;
    for (const [name, value] of Object.entries({ mode: 'nearest', preselect: '', city }))
      element.setAttribute(name, value);
    await waitFor(() => expect(answers.length).toBe(1));
    /** Sets another address, which is requested. */
    const move = async (to: string) => {
      const requests = answers.length;
      element.configure({ city: to });
      await waitFor(() => expect(answers.length).toBe(requests + 1));
    };
    return { ...opened, answers, changes, move };
  }

  // Proves: embedding/nearest-mode.
  it('another address preselects another point, and none until that is known', async () => {
    const { element, answers, changes, move } = await openNearest('Warszawa');
    answers[0]!();
    await waitFor(() => expect(element.value).toBe('PL_Warszawa'));
    await move('Kraków');
    expect(element.value).toBe('');
    answers[1]!();
    await waitFor(() => expect(element.value).toBe('PL_Kraków'));
    expect(changes).toEqual(['PL_Warszawa', '', 'PL_Kraków']);
  });

  it('the last complete address counts, whatever is answered last', async () => {
    const { element, answers, root, move } = await openNearest('Warszawa');
    for (const typed of ['K', 'Ki', 'Kielce']) await move(typed);
    answers[3]!();
    await waitFor(() => expect(element.value).toBe('PL_Kielce'));
    for (const late of [0, 1, 2]) answers[late]!();
    await passTurn();
    expect([element.value, root.querySelector('input')!.value]).toEqual(['PL_Kielce', 'PL_Kielce']);
  });

  it('no point is preselected near a place that was only guessed', async () => {
    const { element, answers, root } = await openNearest('Krkaów');
    answers[0]!('typo');
    await waitFor(() => expect(root.querySelector('input')).not.toBeNull());
    expect(element.value).toBe('');
  });

  it('a preselection that the shop accepts late isn’t used for the next address', async () => {
    const { element, answers, move } = await openNearest('Warszawa');
    let accept = () => {};
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    element.addEventListener(
      'droppoint-select',
      (event) =>
        (event as CustomEvent<{ waitUntil(promise: Promise<unknown>): void }>).detail.waitUntil(accepted),
      { once: true },
    );
    answers[0]!();
    await waitFor(() => expect(element.shadowRoot!.querySelector('input')).not.toBeNull());
    await move('Kraków');
    accept();
    await passTurn();
    expect(element.value).toBe('');
  });

  it('a preselected point that the shopper chooses in the dialog stays with another address', async () => {
    const { element, answers, frame, move } = await openNearest('Warszawa');
    answers[0]!();
    await waitFor(() => expect(element.value).toBe('PL_Warszawa'));
    element.setAttribute('history', 'off');
    const opened = element.open();
    const { port } = connect(frame()!, origin);
    const { point, summary } = near('PL_Warszawa');
    port.postMessage({ droppoint: PROTOCOL_VERSION, type: 'select', id: 1, point, summary, source: 'map' });
    expect(await opened).toEqual(point);
    await move('Kraków');
    answers[1]!();
    await passTurn();
    expect(element.value).toBe('PL_Warszawa');
  });

  it('the shopper’s own choice replaces the preselected point, and stays with another address', async () => {
    const { element, answers, root, move } = await openNearest('Warszawa');
    answers[0]!('typo');
    await waitFor(() => expect(root.querySelector('input')).not.toBeNull());
    root.querySelector('input')!.click();
    await waitFor(() => expect(element.value).toBe('PL_Warszawa'));
    await move('Kraków');
    answers[1]!();
    await waitFor(() => expect(root.querySelector('input')!.value).toBe('PL_Kraków'));
    expect(element.value).toBe('PL_Warszawa');
  });
});
