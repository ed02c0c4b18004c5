import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeMessage, type FrameMessage } from '#contract/frame-message.ts';
import { linkFrame, pickerError } from '../../../packages/elements/picker/frame-link.ts';
import { foreignTo, FROM_FRAME, FROM_HOST } from '../contract/protocol-messages.ts';
import { FakeChannel, type FakePort } from './fake-channel.ts';

const FRAME_ORIGIN = 'https://points.example';
const HELLO = writeMessage({ type: 'hello', version: '1.0.0' });

const isThere = () => Promise.resolve({ ok: true });

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('MessageChannel', FakeChannel);
  vi.stubGlobal('location', { origin: 'https://shop.example' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', isThere);
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

/** The shop's side, with a frame that records the messages it receives. */
function openLink(frameOrigin = FRAME_ORIGIN) {
  const posted: Posted[] = [];
  const contentWindow = {
    postMessage: (message: Posted['message'], origin: string, [port]: [FakePort]) =>
      posted.push({ message, origin, port }),
  };
  const frame = { contentWindow, remove: vi.fn(), onload: () => {} };
  const seen = vi.fn();
  const onmessage = vi.fn<(message: FrameMessage) => void>();
  const failed = vi.fn<(error: { code: string; retryable: boolean }) => void>();
  const link = linkFrame(
    frame as unknown as HTMLIFrameElement,
    frameOrigin,
    () => ({ city: 'Warszawa' }),
    onmessage,
    failed,
    seen,
  );
  /** A message event as a browser would make it. */
  const arrive = (data: unknown, changes: { source?: unknown; origin?: string } = {}) => {
    const event = { source: contentWindow, origin: FRAME_ORIGIN, data, ...changes };
    page.dispatchEvent(Object.assign(new Event('message'), event));
  };
  /** Connects frame and shop. @returns the frame's port, and the messages received from it */
  const begin = () => {
    arrive(HELLO);
    const { port, message } = posted.at(-1)!;
    const requests: { type: string; id: number }[] = [];
    port.onmessage = ({ data }) => void requests.push(data as { type: string; id: number });
    port.postMessage(writeMessage({ type: 'ready', nonce: message.nonce }));
    return { port, requests };
  };
  return { link, frame, seen, posted, onmessage, failed, arrive, begin };
}

const foreign = foreignTo(FROM_FRAME);
const UNSUPPORTED = { ...FROM_FRAME.close, droppoint: 2 };

describe('the shop’s side of the protocol', () => {
  it('the frame’s greeting is answered to its exact origin, with the config and a port', () => {
    const { posted, onmessage, begin } = openLink();
    begin();
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({
      origin: FRAME_ORIGIN,
      message: { type: 'init', config: { city: 'Warszawa' } },
    });
    expect(onmessage.mock.calls[0]![0]).toMatchObject({ type: 'ready' });
  });

  // HTML §9.3.2.
  it.each([
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that the frame’s begins with', { origin: `${FRAME_ORIGIN}.evil.example` }],
    ['no origin', { origin: 'null' }],
  ])('nothing is received from %s', (_what, changes) => {
    const { posted, failed, arrive } = openLink();
    arrive(HELLO, changes);
    arrive({ ...HELLO, droppoint: 2 }, changes);
    expect(posted).toEqual([]);
    expect(failed).not.toHaveBeenCalled();
  });

  it.each(Object.keys(FROM_FRAME).filter((type) => type !== 'hello'))(
    'a message of type %s doesn’t begin the protocol',
    (type) => {
      const { posted, onmessage, failed, arrive } = openLink();
      arrive(FROM_FRAME[type as FrameMessage['type']]);
      expect([posted, onmessage.mock.calls, failed.mock.calls]).toEqual([[], [], []]);
    },
  );

  it.each(Object.values(FROM_HOST))('our own messages are ignored if they come back: %j', (message) => {
    const { posted, onmessage, arrive, begin } = openLink();
    arrive(message);
    expect(posted).toEqual([]);
    const { port } = begin();
    onmessage.mockClear();
    // `search` exists in both directions, with different fields.
    port.postMessage(message);
    expect(onmessage).not.toHaveBeenCalled();
  });

  it('one of our pages has been seen once it sends `here`, or its greeting', () => {
    for (const message of [FROM_FRAME.here, HELLO]) {
      const { link, seen, arrive } = openLink();
      for (const other of [FROM_FRAME.close, FROM_FRAME.error, { droppoint: 1, type: 'dance' }])
        arrive(other);
      expect(seen).not.toHaveBeenCalled();
      arrive(message);
      expect(seen).toHaveBeenCalledOnce();
      link.close_();
    }
  });

  it('nothing but a greeting begins the protocol', () => {
    fc.assert(
      fc.property(foreign, (data) => {
        const { link, posted, onmessage, failed, arrive } = openLink();
        arrive(data);
        expect([posted, onmessage.mock.calls, failed.mock.calls]).toEqual([[], [], []]);
        link.close_();
      }),
    );
  });

  it.each(Object.values(FROM_FRAME))(
    'every message of the protocol is received through the port: %j',
    (message) => {
      const { onmessage, begin } = openLink();
      const { port } = begin();
      onmessage.mockClear();
      port.postMessage({ ...message, further: 1 });
      // Only the request receives its answer.
      const isAnswer = message === FROM_FRAME.answer;
      expect(onmessage.mock.calls).toEqual(isAnswer ? [] : [[{ ...message, further: 1 }]]);
    },
  );

  it('nothing else is received through the port', () => {
    fc.assert(
      fc.property(fc.oneof(foreign, fc.constant(UNSUPPORTED)), (data) => {
        const { link, onmessage, failed, begin } = openLink();
        const { port } = begin();
        onmessage.mockClear();
        port.postMessage(data);
        expect([onmessage.mock.calls, failed.mock.calls]).toEqual([[], []]);
        link.close_();
      }),
    );
  });

  it('an unexpected answer and a message of another version do no harm', () => {
    const { onmessage, failed, begin } = openLink();
    const { port } = begin();
    onmessage.mockClear();
    port.postMessage(FROM_FRAME.answer);
    port.postMessage({ ...FROM_FRAME.answer, code: 'unavailable' });
    port.postMessage(UNSUPPORTED);
    expect([onmessage.mock.calls, failed.mock.calls]).toEqual([[], []]);
  });

  it('a choice is ignored before the frame has repeated the nonce', () => {
    const { posted, onmessage, failed, arrive } = openLink();
    arrive(HELLO);
    const { port } = posted[0]!;
    const change = writeMessage({ type: 'change', source: 'method', point: { id: 'PL_A' } as never });
    port.postMessage(change);
    port.postMessage(writeMessage({ type: 'ready', nonce: 'another' }));
    port.postMessage(change);
    // The nonce alone is not enough.
    port.postMessage({ ...change, nonce: posted[0]!.message.nonce });
    port.postMessage(UNSUPPORTED);
    expect(onmessage).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
  });

  it('the link becomes ready only once', () => {
    const { failed, onmessage, posted, begin } = openLink();
    const { port, requests } = begin();
    port.postMessage(writeMessage({ type: 'ready', nonce: posted[0]!.message.nonce }));
    expect(onmessage).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(60_000);
    expect([requests, failed.mock.calls]).toEqual([[], []]);
  });

  it('a frame that reports an error before it is ready has failed', async () => {
    const { link, frame, posted, onmessage, failed, arrive } = openLink();
    const answer = link.request_({ type: 'refresh' });
    arrive(HELLO);
    posted[0]!.port.postMessage(FROM_FRAME.error);
    expect(failed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'unavailable', message: 'No.', retryable: true }),
    );
    expect(onmessage).not.toHaveBeenCalled();
    expect(frame.remove).toHaveBeenCalledOnce();
    await expect(answer).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('an error after the frame is ready is left to the element', () => {
    const { frame, onmessage, failed, begin } = openLink();
    const { port } = begin();
    port.postMessage(FROM_FRAME.error);
    expect(onmessage).toHaveBeenLastCalledWith(FROM_FRAME.error);
    expect(failed).not.toHaveBeenCalled();
    expect(frame.remove).not.toHaveBeenCalled();
  });

  it('nothing is sent before the frame can receive it', () => {
    const { link, posted, begin } = openLink();
    link.send_({ type: 'verdict', id: 1, accepted: true });
    expect(posted).toEqual([]);
    expect(begin().requests).toEqual([]);
  });

  it('early requests wait until the frame is ready, and each gets its own answer', async () => {
    const { link, begin } = openLink();
    const first = link.request_({ type: 'refresh' });
    const second = link.request_({ type: 'closeLayers', layers: 0 });
    const { port, requests } = begin();
    expect(requests.map(({ type }) => type)).toEqual(['refresh', 'closeLayers']);
    port.postMessage(writeMessage({ type: 'answer', id: requests[1]!.id, value: { of: 'second' } }));
    const refusal = { code: 'unavailable', message: 'No.', retryable: true };
    port.postMessage(writeMessage({ type: 'answer', id: requests[0]!.id, ...refusal }));
    expect(await second).toEqual({ of: 'second' });
    await expect(first).rejects.toMatchObject(refusal);
  });

  it('a reloaded frame starts again, and the old one is ignored', () => {
    const { link, posted, onmessage, arrive, begin } = openLink();
    const { port: old } = begin();
    arrive(HELLO);
    onmessage.mockClear();
    old.postMessage(writeMessage({ type: 'close', reason: 'escape' }));
    expect(onmessage).not.toHaveBeenCalled();
    expect(posted[1]!.message.nonce).not.toBe(posted[0]!.message.nonce);
    // Requests before the new frame is ready wait for it.
    void link.request_({ type: 'refresh' });
    const { requests } = begin();
    expect(requests).toEqual([{ droppoint: 1, type: 'refresh', id: 1 }]);
  });

  it.each([
    ['does not answer in time', () => vi.advanceTimersByTime(15_000), 'timeout', true],
    ['uses another version of the protocol', null, 'unsupported_version', false],
  ])('the link fails if the frame %s', async (_what, wait, code, retryable) => {
    const { link, frame, failed, arrive } = openLink();
    const answer = link.request_({ type: 'refresh' });
    if (wait) wait();
    else arrive({ ...HELLO, droppoint: 2 });
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code, retryable }));
    expect(frame.remove).toHaveBeenCalledOnce();
    await expect(answer).rejects.toMatchObject({ code });
  });

  it('closing releases everything', async () => {
    const { link, frame, posted, failed, arrive, begin } = openLink();
    const { port } = begin();
    const answer = link.request_({ type: 'refresh' });
    link.close_();
    await expect(answer).rejects.toMatchObject({ code: 'destroyed' });
    expect(frame.remove).toHaveBeenCalledOnce();
    expect(port.other.isClosed).toBe(true);
    arrive(HELLO);
    vi.advanceTimersByTime(60_000);
    expect(posted).toHaveLength(1);
    expect(failed).not.toHaveBeenCalled();
  });

  describe('diagnosing a frame that shows none of our pages', () => {
    const policy = (changes: object) =>
      Object.assign(new Event('securitypolicyviolation'), {
        blockedURI: `${FRAME_ORIGIN}/embed`,
        effectiveDirective: 'frame-src',
        ...changes,
      });
    const codes = (failed: ReturnType<typeof openLink>['failed']) =>
      failed.mock.calls.map(([{ code }]) => code);

    it('a loaded frame without our page means that the operator’s list excludes this shop', async () => {
      const { frame, failed } = openLink();
      frame.onload();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(codes(failed)).toEqual(['not_listed']);
      expect(frame.remove).toHaveBeenCalledOnce();
    });

    it.each([
      ['blocked', false, 'Add Droppoint to frame-src.'],
      ['not_listed', false, 'Add this origin to EMBED_ORIGINS.'],
      ['origin_missing', false, 'Set origin to Droppoint.'],
      ['unsupported_version', false, 'Update the script.'],
      ['timeout', true, 'No answer.'],
      ['destroyed', false, 'Disabled or removed.'],
    ])('an error tells the shop’s developer what to do: %s', (code, retryable, advice) => {
      expect(pickerError(code, retryable)).toMatchObject({ code, retryable, message: advice });
      expect(pickerError(code, retryable, 'No.').message).toBe('No.');
    });

    it('a frame that sends `here` around its load event has no failure', async () => {
      const { frame, failed, seen, arrive } = openLink();
      frame.onload();
      arrive(FROM_FRAME.here);
      expect(seen).toHaveBeenCalledOnce();
      await vi.advanceTimersByTimeAsync(14_000);
      expect(codes(failed)).toEqual([]);
    });

    it.each([
      ['a device that is offline', { onLine: false }, isThere, true],
      ['a host that can’t be reached', { onLine: true }, () => Promise.reject(new TypeError()), true],
      ['a host that is down behind its proxy', { onLine: true }, () => Promise.resolve({ ok: false }), false],
      [
        'a gateway’s page instead of ours, while the API answers,',
        { onLine: true },
        (address: string) => Promise.resolve({ ok: !address.endsWith('/embed') }),
        false,
      ],
    ])(
      '%s counts as offline, whether or not the browser reports the failed load',
      async (_what, device, request, quiet) => {
        vi.stubGlobal('navigator', device);
        vi.stubGlobal('fetch', request);
        const { frame, failed } = openLink();
        if (!quiet) frame.onload();
        await vi.advanceTimersByTimeAsync(2_500);
        expect(codes(failed)).toEqual(['offline']);
        expect(failed.mock.calls[0]![0].retryable).toBe(true);
      },
    );

    it('a slow host is waited for', async () => {
      const { failed } = openLink();
      await vi.advanceTimersByTimeAsync(14_000);
      expect(codes(failed)).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(codes(failed)).toEqual(['timeout']);
    });

    it('a policy that blocks the frame is reported immediately; one about another address is ignored', () => {
      const { failed } = openLink();
      page.dispatchEvent(policy({ blockedURI: 'https://other.example/embed' }));
      page.dispatchEvent(policy({ effectiveDirective: 'img-src' }));
      expect(codes(failed)).toEqual([]);
      page.dispatchEvent(policy({}));
      expect(codes(failed)).toEqual(['blocked']);
    });

    it('a policy that blocks only the diagnosis leaves a slow host its time', async () => {
      vi.stubGlobal('fetch', () => {
        queueMicrotask(() => page.dispatchEvent(policy({ effectiveDirective: 'connect-src' })));
        return Promise.reject(new TypeError());
      });
      const { frame, failed } = openLink();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(codes(failed)).toEqual([]);
      frame.onload();
      await vi.advanceTimersByTimeAsync(500);
      expect(codes(failed)).toEqual(['not_listed']);
    });

    it.each(['', 'https://shop.example'])('the origin %j doesn’t belong to a Droppoint', async (origin) => {
      const { frame, failed } = openLink(origin);
      if (origin !== '') frame.onload();
      await vi.advanceTimersByTimeAsync(200);
      expect(codes(failed)).toEqual(['origin_missing']);
    });

    it('nothing is reported after the element has closed the link', async () => {
      const { link, frame, failed } = openLink();
      frame.onload();
      link.close_();
      page.dispatchEvent(policy({}));
      await vi.advanceTimersByTimeAsync(20_000);
      expect(codes(failed)).toEqual([]);
    });
  });
});
