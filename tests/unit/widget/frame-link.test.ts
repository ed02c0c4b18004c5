import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FRAME_MESSAGES,
  readMessage,
  writeMessage,
  type FrameMessage,
} from '../../../src/lib/contract/frame-message.ts';
import { linkFrame } from '../../../src/widget/frame-link.ts';
import { FakeChannel, type FakePort } from './fake-channel.ts';

const FRAME_ORIGIN = 'https://points.example';
const HELLO = writeMessage({ type: 'hello', version: '1.0.0' });

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('MessageChannel', FakeChannel);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Posted {
  message: { type: string; nonce: string; config: unknown };
  origin: string;
  port: FakePort;
}

/** The shop's side, with a frame that keeps what it is sent. */
function openLink() {
  const posted: Posted[] = [];
  const contentWindow = {
    postMessage: (message: Posted['message'], origin: string, [port]: [FakePort]) =>
      posted.push({ message, origin, port }),
  };
  const frame = { contentWindow, remove: vi.fn() };
  const heard = vi.fn<(message: FrameMessage) => void>();
  const failed = vi.fn<(error: { code: string; retryable: boolean }) => void>();
  const link = linkFrame(
    frame as unknown as HTMLIFrameElement,
    FRAME_ORIGIN,
    () => ({ city: 'Warszawa' }),
    heard,
    failed,
  );
  /** A message event as a browser would make it. */
  const arrive = (data: unknown, changes: { source?: unknown; origin?: string } = {}) => {
    const event = { source: contentWindow, origin: FRAME_ORIGIN, data, ...changes };
    page.dispatchEvent(Object.assign(new Event('message'), event));
  };
  /** Frame and shop know each other. @returns the frame's end, and what came out of it */
  const begin = () => {
    arrive(HELLO);
    const { port, message } = posted.at(-1)!;
    const asked: { type: string; id: number }[] = [];
    port.onmessage = ({ data }) => void asked.push(data as { type: string; id: number });
    port.postMessage(writeMessage({ type: 'ready', nonce: message.nonce }));
    return { port, asked };
  };
  return { link, frame, posted, heard, failed, arrive, begin };
}

/** Anything that a page can post: JSON, and messages that are nearly ours. */
const foreign = fc.oneof(
  fc.jsonValue(),
  fc.record({
    droppoint: fc.oneof(fc.constant(1), fc.jsonValue()),
    type: fc.oneof(fc.constantFrom(...Object.keys(FRAME_MESSAGES), 'init', 'constructor'), fc.jsonValue()),
    id: fc.jsonValue(),
    nonce: fc.jsonValue(),
    version: fc.jsonValue(),
    point: fc.jsonValue(),
    source: fc.jsonValue(),
  }),
);

describe('the shop’s side', () => {
  it('answers the frame’s greeting to its exact origin, with the config and a port', () => {
    const { posted, heard, begin } = openLink();
    begin();
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({
      origin: FRAME_ORIGIN,
      message: { type: 'init', config: { city: 'Warszawa' } },
    });
    expect(heard.mock.calls[0]![0]).toMatchObject({ type: 'ready' });
  });

  it.each([
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that the frame’s begins with', { origin: `${FRAME_ORIGIN}.evil.example` }],
    ['no origin', { origin: 'null' }],
  ])('hears nothing from %s (case 80)', (_what, changes) => {
    const { posted, failed, arrive } = openLink();
    arrive(HELLO, changes);
    arrive({ ...HELLO, droppoint: 2 }, changes);
    expect(posted).toEqual([]);
    expect(failed).not.toHaveBeenCalled();
  });

  it('begins for a greeting alone, whatever else the frame’s window posts', () => {
    fc.assert(
      fc.property(foreign, (data) => {
        const { link, posted, heard, arrive } = openLink();
        arrive(data);
        const greets = readMessage(data, FRAME_MESSAGES)?.type === 'hello';
        expect(posted).toHaveLength(greets ? 1 : 0);
        expect(heard).not.toHaveBeenCalled();
        link.close();
      }),
    );
  });

  it('hears through the port what the protocol knows, and nothing else', () => {
    fc.assert(
      fc.property(foreign, (data) => {
        const { link, heard, begin } = openLink();
        const { port } = begin();
        heard.mockClear();
        port.postMessage(data);
        const message = readMessage(data, FRAME_MESSAGES);
        const isForIt = message !== null && message.type !== 'unsupported' && message.type !== 'answer';
        expect(heard).toHaveBeenCalledTimes(isForIt ? 1 : 0);
        link.close();
      }),
    );
  });

  it('takes no choice before the frame has repeated the nonce', () => {
    const { posted, heard, arrive } = openLink();
    arrive(HELLO);
    const { port } = posted[0]!;
    const change = writeMessage({ type: 'change', source: 'button', point: { id: 'PL_A' } as never });
    port.postMessage(change);
    port.postMessage(writeMessage({ type: 'ready', nonce: 'another' }));
    port.postMessage(change);
    expect(heard).not.toHaveBeenCalled();
  });

  it('keeps what is asked for early until the frame is ready, and gives each its own answer', async () => {
    const { link, begin } = openLink();
    const [first, second] = [link.request({ type: 'refresh' }), link.request({ type: 'open' })];
    const { port, asked } = begin();
    expect(asked.map(({ type }) => type)).toEqual(['refresh', 'open']);
    port.postMessage(writeMessage({ type: 'answer', id: asked[1]!.id, value: { of: 'second' } }));
    port.postMessage(
      writeMessage({
        type: 'answer',
        id: asked[0]!.id,
        code: 'unavailable',
        message: 'No.',
        retryable: true,
      }),
    );
    expect(await second).toEqual({ of: 'second' });
    await expect(first).rejects.toMatchObject({ code: 'unavailable', retryable: true, message: 'No.' });
  });

  it('begins anew with a frame that was reloaded, and is deaf to the old one', () => {
    const { posted, heard, arrive, begin } = openLink();
    const { port: old } = begin();
    arrive(HELLO);
    heard.mockClear();
    old.postMessage(writeMessage({ type: 'close', reason: 'escape' }));
    expect(heard).not.toHaveBeenCalled();
    expect(posted[1]!.message.nonce).not.toBe(posted[0]!.message.nonce);
  });

  it.each([
    ['does not answer in time', () => vi.advanceTimersByTime(15_000), 'timeout', true],
    ['speaks another language', null, 'unsupported_version', false],
  ])('gives a frame up that %s', async (_what, wait, code, retryable) => {
    const { link, frame, failed, arrive } = openLink();
    const asked = link.request({ type: 'refresh' });
    if (wait) wait();
    else arrive({ ...HELLO, droppoint: 2 });
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code, retryable }));
    expect(frame.remove).toHaveBeenCalledOnce();
    await expect(asked).rejects.toMatchObject({ code });
  });

  it('lets go of everything when it is closed', async () => {
    const { link, frame, posted, failed, arrive, begin } = openLink();
    const { port } = begin();
    const asked = link.request({ type: 'refresh' });
    link.close();
    await expect(asked).rejects.toMatchObject({ code: 'destroyed' });
    expect(frame.remove).toHaveBeenCalledOnce();
    expect(port.other.isClosed).toBe(true);
    arrive(HELLO);
    vi.advanceTimersByTime(60_000);
    expect(posted).toHaveLength(1);
    expect(failed).not.toHaveBeenCalled();
  });
});
