import { expect, vi } from 'vitest';
import { writeMessage, type HostMessage } from '#contract/frame-message.ts';
import { EmbeddedPicker } from '../../../src/lib/embed/embedded-picker.svelte.ts';
import { FakeChannel } from '../widget/fake-channel.ts';
import { waitFor } from '../../wait-for.ts';

export const HOST = 'https://shop.example';
export const POINT = { id: 'PL_1', coordinates: { latitude: 52, longitude: 21 } };

/**
 * Whether the browser reports a press, what the server answers about a point, and which requests it has
 * received.
 */
export const world = { isPressed: true, validity: {}, fetched: [] as string[] };

/**
 * A page in a frame of 400 by 600 pixels.
 * @param origins who may frame it, as requested early; null if that failed
 * @param later the answer to the later request, or its error
 * @returns the messages to its parent, a function by which one arrives from there, and whether the first
 * paint is gone
 */
export function makePage(origins: string[] | null, later: string[] | Error = []) {
  const firstPaint = { isRemoved: false, remove: () => void (firstPaint.isRemoved = true) };
  const posted: unknown[] = [];
  const parent = { postMessage: (message: unknown) => void posted.push(message) };
  const events = new EventTarget();
  const page = {
    parent,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    droppointHosts: Promise.resolve(origins === null ? undefined : { origins }),
    navigator: {
      get userActivation() {
        return { isActive: world.isPressed };
      },
    },
    document: { visibilityState: 'visible' },
    innerWidth: 400,
    innerHeight: 600,
  };
  const style = { setProperty() {}, removeProperty() {} };
  const root = { style, dataset: {} as Record<string, string>, lang: '' };
  vi.stubGlobal('window', page);
  const getElementById = (id: string) => (id === 'first-paint' ? firstPaint : null);
  vi.stubGlobal('document', { documentElement: root, getElementById });
  vi.stubGlobal('__APP_VERSION__', '1.0.0');
  world.fetched = [];
  vi.stubGlobal('fetch', (url: string) => {
    world.fetched.push(url);
    if (url === '/api/embed')
      return later instanceof Error
        ? Promise.reject(later)
        : Promise.resolve(Response.json({ origins: later }));
    const answer = { id: POINT.id, errors: [], alternatives: [], checkedAt: null, ...world.validity };
    return Promise.resolve(Response.json(answer));
  });
  const arrive = (data: unknown, port: unknown) =>
    events.dispatchEvent(
      Object.assign(new Event('message'), { origin: HOST, source: parent, data, ports: [port] }),
    );
  return { posted, arrive, root, firstPaint };
}

/** A picker that has greeted the shop's page, and that page. */
export async function greet(...origins: Parameters<typeof makePage>) {
  const page = makePage(...origins);
  const picker = new EmbeddedPicker();
  await picker.greet(HOST);
  return { ...page, picker };
}

/**
 * A picker whose shop's page has begun; the page accepts every choice, or answers with this verdict.
 * @param decidesLater whether the page answers only when `answerLater` is called
 */
export async function begin(
  config: Record<string, unknown> = {},
  answer: object = { accepted: true },
  decidesLater = false,
) {
  const { arrive, root, picker } = await greet([HOST]);
  const { port1: shop, port2 } = new FakeChannel();
  const sent: { type: string; id?: number }[] = [];
  const waiting: (() => void)[] = [];
  shop.onmessage = ({ data }) => {
    const message = data as { type: string; id: number };
    sent.push(message);
    const verdict = { droppoint: 1, type: 'verdict', id: message.id, ...answer };
    if (message.type !== 'select') return;
    if (decidesLater) waiting.push(() => shop.postMessage(verdict));
    // As between windows.
    else queueMicrotask(() => shop.postMessage(verdict));
  };
  /** The page answers the first of the choices that it was asked about, or all. */
  const answerLater = (many = waiting.length) => {
    for (const answer of waiting.splice(0, many)) answer();
  };
  arrive(writeMessage({ type: 'init', nonce: 'n', config }), port2);
  const sentOf = (type: string) => sent.filter((message) => message.type === type);
  // A language may be loaded first.
  await waitFor(() => expect(sentOf('ready')).toHaveLength(1));
  const request = async (message: HostMessage & { id: number }) => {
    shop.postMessage(writeMessage(message));
    const answered = () => sentOf('answer').find(({ id }) => id === message.id);
    await waitFor(() => expect(answered()).toBeDefined());
    return answered();
  };
  return { picker, sent, sentOf, request, answerLater, root };
}
