import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeMessage, type HostMessage } from '../../../src/lib/contract/frame-message.ts';
import { EmbeddedPicker } from '../../../src/lib/embed/embedded-picker.svelte.ts';
import { FakeChannel } from '../widget/fake-channel.ts';

const HOST = 'https://shop.example';
const POINT = { id: 'PL_1', coordinates: { latitude: 52, longitude: 21 } };

/** What the browser says of the last press, and what the server says of a point. */
let isPressed: boolean;
let validity: object;

beforeEach(() => {
  isPressed = true;
  validity = { status: 'exists', isValid: true, point: POINT };
});
afterEach(() => vi.unstubAllGlobals());

/** A page in a frame of 400 by 600 pixels. @returns the messages to its parent, and how one arrives from there */
function makePage(origins: string[]) {
  const posted: unknown[] = [];
  const parent = { postMessage: (message: unknown) => void posted.push(message) };
  const events = new EventTarget();
  const page = {
    parent,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    droppointHosts: Promise.resolve({ origins }),
    navigator: {
      get userActivation() {
        return { isActive: isPressed };
      },
    },
    document: { visibilityState: 'visible' },
    innerWidth: 400,
    innerHeight: 600,
  };
  const style = { setProperty() {}, removeProperty() {} };
  const root = { style, dataset: {}, classList: { remove() {} }, setAttribute() {}, removeAttribute() {} };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { documentElement: root, querySelector: () => null, getElementById: () => null });
  vi.stubGlobal('__APP_VERSION__', '1.0.0');
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({ id: POINT.id, errors: [], alternatives: [], checkedAt: null, ...validity }),
    ),
  );
  const arrive = (data: unknown, port: unknown) =>
    events.dispatchEvent(
      Object.assign(new Event('message'), { origin: HOST, source: parent, data, ports: [port] }),
    );
  return { posted, arrive };
}

/** A picker with whom the shop's page has begun to speak; the page accepts every choice. */
async function begin(config: Record<string, unknown> = {}) {
  const { arrive } = makePage([HOST]);
  const picker = new EmbeddedPicker();
  await picker.greet(HOST);
  const { port1: shop, port2 } = new FakeChannel();
  const heard: { type: string; id?: number }[] = [];
  shop.onmessage = ({ data }) => {
    const message = data as { type: string; id: number };
    heard.push(message);
    const verdict = writeMessage({ type: 'verdict', id: message.id, accepted: true });
    // Later, as between windows.
    if (message.type === 'select') queueMicrotask(() => shop.postMessage(verdict));
  };
  arrive(writeMessage({ type: 'init', nonce: 'n', config }), port2);
  const heardOf = (type: string) => heard.filter((message) => message.type === type);
  await vi.waitFor(() => expect(heardOf('ready')).toHaveLength(1));
  const ask = async (message: HostMessage & { id: number }) => {
    shop.postMessage(writeMessage(message));
    await vi.waitFor(() => expect(heardOf('answer')).toHaveLength(1));
    return heardOf('answer')[0];
  };
  return { picker, heardOf, ask };
}

describe('the picker in a frame', () => {
  it('greets a shop on the list', async () => {
    const { posted } = makePage(['https://other.example', HOST]);
    const picker = new EmbeddedPicker();
    await picker.greet(HOST);
    expect([picker.refused, posted]).toEqual([false, [{ droppoint: 1, type: 'hello', version: '1.0.0' }]]);
  });

  it('refuses a page that is not on the list: it is not greeted, and can begin nothing', async () => {
    const { posted, arrive } = makePage(['https://other.example']);
    const picker = new EmbeddedPicker();
    await picker.greet(HOST);
    arrive(writeMessage({ type: 'init', nonce: 'n', config: { city: 'Łódź' } }), new FakeChannel().port2);
    await new Promise((resolve) => setTimeout(resolve));
    expect([picker.refused, posted, picker.config]).toEqual([true, [], null]);
    expect(await picker.mayChoose(POINT, 'list')).toBe(false);
  });
});

describe('a choice in a frame', () => {
  it('is the shop’s to accept', async () => {
    const { picker, heardOf } = await begin();
    expect(await picker.mayChoose(POINT, 'list')).toBe(true);
    expect(heardOf('select')).toMatchObject([{ point: { id: 'PL_1' }, source: 'list' }]);
  });

  it('without a press is none, and the shop is not asked (case 83)', async () => {
    const { picker, heardOf } = await begin();
    isPressed = false;
    expect([await picker.mayChoose(POINT, 'list'), heardOf('select')]).toEqual([false, []]);
  });

  it('in a picker that is readonly is none, and the shop is not asked', async () => {
    const { picker, heardOf } = await begin({ readonly: true });
    expect([await picker.mayChoose(POINT, 'list'), heardOf('select')]).toEqual([false, []]);
  });
});

describe('a point that the shop’s page selects', () => {
  it('is chosen and told where it may be', async () => {
    const { picker, heardOf, ask } = await begin();
    expect(await ask({ type: 'selectPoint', id: 7, pointId: 'PL_1' })).toMatchObject({ id: 7, value: {} });
    expect(picker.choice.chosen).toEqual(POINT);
    expect(heardOf('change')).toMatchObject([{ point: { id: 'PL_1' }, source: 'method' }]);
  });

  it.each([
    ['is gone', { status: 'gone', isValid: false, point: undefined }],
    ['isn’t for this shop', { isValid: false, errors: [{ code: 'filter', message: '' }] }],
    ['nobody knows', { status: 'unknown', point: undefined }],
  ])('is refused if it %s', async (_what, answer) => {
    validity = { ...validity, ...answer };
    const { picker, heardOf, ask } = await begin();
    const refusal = { id: 7, code: 'not_found', retryable: false };
    expect(await ask({ type: 'selectPoint', id: 7, pointId: 'PL_1' })).toMatchObject(refusal);
    expect([picker.choice.chosen, heardOf('change')]).toEqual([null, []]);
  });
});
