// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeMessage, type FrameMessage } from '#contract/frame-message.ts';
import { connect, openElement } from './open-element.ts';
import { waitFor } from '../../wait-for.ts';
import { passTurn } from '../pass-turn.ts';

/** The element between its form and its frame: what each receives, and when. */

const origin = 'https://points.example';
const point = { id: 'PL_1', coordinates: { latitude: 52, longitude: 21 } };
const summary = { id: 'PL_1', street: 'Polna 7', name: null, latitude: 52, lines: ['Polna 7', 'Wola'] };

type Picker = Awaited<ReturnType<typeof openElement>>['element'];

afterEach(async () => {
  document.body.replaceChildren();
  // A removed element acts a microtask later.
  await Promise.resolve();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** An element whose frame has connected. */
async function openConnected(attributes: Record<string, string> = {}) {
  const opened = await openElement({ origin, name: 'point', ...attributes });
  const { element, frame } = opened;
  const ending = element.mode === 'inline' ? null : element.open();
  const { port, received } = connect(frame()!, origin);
  await passTurn();
  received.length = 0;
  const send = (message: FrameMessage | object) => port.postMessage(writeMessage(message as FrameMessage));
  const receivedOf = (type: string) => received.filter((message) => message.type === type);
  return { ...opened, ending, send, received, receivedOf };
}

const selection = { type: 'select', id: 1, point, summary, source: 'map' };

/** Puts off the shop's decisions. @returns a function that accepts the oldest choice */
function decideLater(element: Picker) {
  const waiting: (() => void)[] = [];
  element.addEventListener('droppoint-select', (event) => {
    const { detail } = event as CustomEvent<{ waitUntil(promise: Promise<void>): void }>;
    detail.waitUntil(new Promise((resolve) => waiting.push(resolve)));
  });
  return async () => {
    waiting.shift()!();
    await passTurn();
  };
}

describe('choosing in the frame', () => {
  it('a choice becomes the form’s value when the shop accepts it, with the usual events and no message but the verdict', async () => {
    const { element, internals, send, received, ending } = await openConnected({ history: 'off' });
    const reports: string[] = [];
    for (const type of ['droppoint-select', 'input', 'change', 'droppoint-close'])
      document.addEventListener(type, () => reports.push(type), { once: true });
    const offers: unknown[] = [];
    element.addEventListener('droppoint-select', ({ detail }: CustomEventInit) => offers.push(detail));
    send(selection);
    await passTurn();
    expect(await ending).toEqual(point);
    expect(received).toMatchObject([{ type: 'verdict', id: 1, accepted: true, changed: true }]);
    expect(reports).toEqual(['droppoint-select', 'input', 'change', 'droppoint-close']);
    expect(offers).toEqual([{ point, summary, source: 'map', waitUntil: expect.any(Function) as unknown }]);
    expect(internals.entries).toEqual([['point', 'PL_1']]);
    expect([element.value, element.selectedPoint, element.selectedSummary]).toEqual(['PL_1', point, summary]);
    expect([...internals.states]).toEqual(['chosen']);
  });

  it.each<[string, (event: CustomEvent) => Promise<unknown>, { accepted: boolean; reason?: string }]>([
    ['agrees', () => Promise.resolve(), { accepted: true }],
    ['says why not', () => Promise.reject(new Error('Sold out.')), { accepted: false, reason: 'Sold out.' }],
    [
      'finally prevents it',
      (event) => Promise.resolve().then(() => event.preventDefault()),
      { accepted: false },
    ],
  ])('a choice waits for the shop, which %s', async (_, decide, verdict) => {
    const { element, send, receivedOf } = await openConnected({ history: 'off' });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    element.addEventListener('droppoint-select', (event) => {
      const { detail } = event as CustomEvent<{ waitUntil(promise: Promise<unknown>): void }>;
      detail.waitUntil(begun.then(() => decide(event as CustomEvent)));
    });
    send(selection);
    await passTurn();
    expect(receivedOf('verdict')).toEqual([]);
    begin();
    await passTurn();
    expect(receivedOf('verdict')).toMatchObject([{ id: 1, ...verdict }]);
    expect(element.value).toBe(verdict.accepted ? 'PL_1' : '');
  });

  it('the `change` of a frame of before adds no events, and is answered with the value, which it waits for', async () => {
    const { element, send, receivedOf, ending } = await openConnected({ history: 'off' });
    const changes = vi.fn();
    element.addEventListener('change', changes);
    send(selection);
    await ending;
    send({ type: 'change', point, summary, label: 'Polna 7', source: 'map' });
    await passTurn();
    expect([changes.mock.calls.length, element.value]).toEqual([1, 'PL_1']);
    expect(receivedOf('configure')).toMatchObject([{ config: { value: 'PL_1' } }]);
    element.value = '';
    send({ type: 'change', point, summary, source: 'map' });
    expect([changes.mock.calls.length, element.value]).toEqual([1, '']);
  });

  it('of several choices that the shop hasn’t decided about, only the last is made', async () => {
    const { element, send, receivedOf } = await openConnected({ mode: 'inline' });
    const accept = decideLater(element);
    send(selection);
    send({ ...selection, id: 2, point: { ...point, id: 'PL_2' } });
    await accept();
    expect(element.value).toBe('');
    await accept();
    expect(element.value).toBe('PL_2');
    expect(receivedOf('verdict')).toMatchObject([
      { id: 1, accepted: false },
      { id: 2, accepted: true },
    ]);
  });

  it('a choice isn’t made if the frame is removed before the shop has accepted it', async () => {
    const { element, send, frame } = await openConnected({ mode: 'inline' });
    const accept = decideLater(element);
    send(selection);
    element.destroy();
    await accept();
    expect([element.value, frame()]).toEqual(['', null]);
  });

  it('settings are sent only if they have changed, and after a choice with its value', async () => {
    const { element, send, receivedOf } = await openConnected({ mode: 'inline' });
    element.setCustomValidity('Not yet.');
    await passTurn();
    expect(receivedOf('configure')).toEqual([]);
    send(selection);
    await passTurn();
    element.city = 'Gdańsk';
    await passTurn();
    element.value = '';
    await passTurn();
    expect(receivedOf('configure').map(({ config }) => config)).toMatchObject([
      { city: 'Gdańsk', value: 'PL_1' },
      { city: 'Gdańsk', value: '' },
    ]);
  });

  it('a choice is dropped if the dialog is closed before the shop has accepted it', async () => {
    const { element, send, receivedOf, ending } = await openConnected({ history: 'off' });
    const select = vi.fn();
    element.addEventListener('droppoint-select', select);
    const accept = decideLater(element);
    send(selection);
    element.close();
    expect(await ending).toBeNull();
    await accept();
    send({ ...selection, id: 2 });
    await passTurn();
    expect(receivedOf('verdict')).toMatchObject([
      { id: 1, accepted: false },
      { id: 2, accepted: false },
    ]);
    expect(select).toHaveBeenCalledOnce();
    expect(element.value).toBe('');
  });

  it('the choice is reported after our history entry is removed, so that the shop may navigate', async () => {
    history.replaceState({ step: 1 }, '');
    const { element, send, ending } = await openConnected();
    await waitFor(() => expect(history.state).toHaveProperty('droppoint'));
    const states: unknown[] = [];
    for (const type of ['change', 'droppoint-close'])
      element.addEventListener(type, () => states.push(history.state));
    send(selection);
    await ending;
    states.push(history.state);
    expect(states).toEqual([{ step: 1 }, { step: 1 }, { step: 1 }]);
  });
});

describe('the value of the element', () => {
  it('the point looked up by the frame is set, unless the value has changed meanwhile', async () => {
    const { element, send } = await openConnected({ mode: 'inline', value: 'PL_1' });
    element.value = 'PL_2';
    send({ type: 'change', point, summary, source: 'value' });
    expect([element.value, element.selectedPoint]).toEqual(['PL_2', null]);
    element.value = '';
    send({ type: 'change', point, summary, source: 'value' });
    expect([element.value, element.selectedPoint]).toEqual(['', null]);
    element.reset();
    send({ type: 'change', point, summary, source: 'value' });
    expect([element.value, element.selectedPoint]).toEqual(['PL_1', point]);
  });

  it('validation is near the point’s own position, or the map’s start for another id', async () => {
    const { element, send, receivedOf } = await openConnected({ mode: 'inline' });
    send({ type: 'change', point, summary, source: 'method' });
    void element.validate().catch(() => {});
    void element.validate('PL_2').catch(() => {});
    expect(receivedOf('validate')).toMatchObject([
      { pointId: 'PL_1', near: point.coordinates },
      { pointId: 'PL_2' },
    ]);
    expect(receivedOf('validate')[1]!['near']).toBeUndefined();
    const code = element.validate('PL_3').catch((error: { code: string }) => error.code);
    element.remove();
    expect(await code).toBe('destroyed');
  });

  it('the point’s details are submitted if the shop wants them', async () => {
    const { internals, element, send } = await openConnected({ mode: 'inline', 'with-details': '' });
    send({ type: 'change', point, summary: { ...summary, hours: { mo: [] } }, source: 'method' });
    const details = [
      ['point', 'PL_1'],
      ['point_id', 'PL_1'],
      ['point_street', 'Polna 7'],
      ['point_latitude', '52'],
      ['point_lines', 'Polna 7\nWola'],
      ['point_hours', '{"mo":[]}'],
    ];
    expect(internals.entries).toEqual(details);
    // After going back, the page has all of it again.
    element.formStateRestoreCallback(JSON.stringify(['PL_9', { ...point, id: 'PL_9' }, null]));
    expect(element.selectedPoint).toMatchObject({ id: 'PL_9' });
    element.disabled = true;
    expect(internals.entries).toEqual([]);
  });

  it('a required empty value, or the shop’s message, makes the control invalid, but never a readonly one', async () => {
    const { element, internals } = await openElement({ origin, name: 'point', required: '' });
    expect(internals.validity).toMatchObject({ valueMissing: true, valid: false });
    expect(internals.validationMessage).toBe('Choose your pick-up point');
    element.value = 'PL_1';
    expect(internals.validity['valid']).toBe(true);
    element.setCustomValidity('Not there, please.');
    expect([internals.validity['customError'], internals.validationMessage]).toEqual([
      true,
      'Not there, please.',
    ]);
    element.readonly = true;
    expect(internals.validity['valid']).toBe(true);
    element.readonly = false;
    element.setCustomValidity('');
    expect(internals.validity['valid']).toBe(true);
  });

  it('the element has states for style sheets, and is `user-invalid` only after the shopper could choose', async () => {
    const { element, internals, root } = await openElement({ origin, required: '', history: 'off' });
    expect([...internals.states]).toEqual([]);
    element.dispatchEvent(new Event('invalid'));
    expect([...internals.states]).toEqual(['user-invalid']);
    element.value = 'PL_1';
    expect([...internals.states]).toEqual(['chosen']);
    element.reset();
    expect([...internals.states]).toEqual([]);
    void element.open();
    expect([...internals.states]).toEqual(['loading']);
    element.close();
    expect(internals.states.has('user-invalid')).toBe(true);
    expect(root.querySelector('dialog')).not.toBeNull();
  });

  it('a disabled control submits no value, and can’t be opened', async () => {
    const { element, internals } = await openElement({ origin, name: 'point', value: 'PL_1', disabled: '' });
    expect(internals.entries).toEqual([]);
    const code = await element.open().catch((error: { code: string }) => error.code);
    expect(code).toBe('disabled');
  });
});

describe('a preset value', () => {
  const refusal = {
    ...{ id: 'PL_1', isValid: false, status: 'gone' },
    errors: [{ code: 'gone', message: 'Gone.', text: 'This pick-up point is no longer available.' }],
    alternatives: [{ point: { ...point, id: 'PL_2' } }],
  };
  const listenForInvalid = () => {
    const reports = vi.fn<(detail: object) => void>();
    document.addEventListener(
      'droppoint-invalid-selection',
      ({ detail }: CustomEventInit) => reports(detail as object),
      {
        once: true,
      },
    );
    return reports;
  };

  it('an unusable preset value is reported with alternatives before opening, and invalidates the control', async () => {
    const reports = listenForInvalid();
    const { internals } = await openElement({ origin, value: 'PL_1' }, refusal);
    await waitFor(() => expect(reports).toHaveBeenCalledOnce());
    const { alternatives } = refusal;
    expect(reports).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'PL_1', reason: 'gone', alternatives }),
    );
    expect(internals.validationMessage).toBe('This pick-up point is no longer available.');
  });

  it('a preset value stays as an id, and valid, if it can’t be looked up', async () => {
    const { element, internals, root } = await openElement({ origin });
    const lookUp = vi.fn(() => Promise.reject(new TypeError('blocked')));
    vi.stubGlobal('fetch', lookUp);
    element.setAttribute('value', 'PL_1');
    await waitFor(() => expect(lookUp).toHaveBeenCalledOnce());
    await passTurn();
    expect([root.querySelector('p')!.textContent, internals.validity['valid']]).toEqual(['PL_1', true]);
  });

  it.each<[string, (element: Picker) => void]>([
    ['country', (element) => (element.country = 'CZ')],
    ['point-type', (element) => (element.pointType = 'PUDO')],
    ['location-type', (element) => (element.locationType = 'INDOOR')],
    ['exclude-ids', (element) => (element.excludeIds = 'PL_1')],
    ['filter', (element) => (element.filter = { types: ['PUDO'] })],
  ])('a frame checks the value again if the shop’s conditions change: %s', async (_, change) => {
    const { element, frame } = await openElement(
      { origin, value: 'PL_1' },
      { isValid: true, point, summary, errors: [] },
    );
    await waitFor(() => expect(element.selectedSummary).not.toBeNull());
    // An unrelated setting loads no frame.
    element.city = 'Gdańsk';
    element.theme = 'dark';
    element.configure({ postalCode: '80-001' });
    await passTurn();
    expect(frame()).toBeNull();
    change(element);
    await passTurn();
    expect(frame()).not.toBeNull();
  });
});

it('a hidden inline picker loads its frame for a method, and loads none after destroy()', async () => {
  const { element, frame } = await openElement({ origin });
  const shows: (() => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: object[]) => void) {
        shows.push(() => report([{ intersectionRatio: 1 }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  element.mode = 'inline';
  expect(frame()).toBeNull();
  void element.validate('PL_1').catch(() => {});
  expect(frame()).not.toBeNull();
  element.destroy();
  expect(shows.length).toBeGreaterThan(0);
  for (const show of shows) show();
  await passTurn();
  expect(frame()).toBeNull();
});
