import {
  FRAME_MESSAGES,
  readMessage,
  writeMessage,
  type FrameMessage,
  type HostMessage,
} from '../../contract/frame-message.ts';

/** Enough for a slow phone on a poor network. */
const ANSWER_WITHIN_MS = 15_000;
/** When to look for a cause, because not every browser reports that a frame failed to load. */
const REQUEST_AFTER_MS = 2_000;
const MOMENT_MS = 100;

type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never;
/** A request before it has an id. */
export type Request = WithoutId<Exclude<HostMessage, { type: 'init' | 'verdict' }>>;

/** An answer, or an error because of which there is none. */
type Outcome = Partial<
  Pick<Extract<FrameMessage, { type: 'answer' }>, 'value' | 'code' | 'message' | 'retryable'>
>;

/** The connection to one frame. */
export type FrameLink = ReturnType<typeof linkFrame>;

/**
 * Connects to a frame by the protocol in packages/contract/frame-message.ts.
 * @param frameOrigin empty if it isn't known
 * @param readConfig returns the config for `init`, which is sent again after each reload of the frame
 * @param onmessage called with every message that isn't handled here
 * @param onfailure called when the frame didn't answer in time, failed, or has another version of the protocol
 * @param onsight called when the frame shows one of our pages rather than a browser's error page
 */
export function linkFrame(
  frame: HTMLIFrameElement,
  frameOrigin: string,
  readConfig: () => Readonly<Record<string, unknown>>,
  onmessage: (message: FrameMessage) => void,
  onfailure: (error: PickerError) => void,
  onsight: () => void,
) {
  /** Functions that settle the promises of requests, by the requests' ids. */
  const pending = new Map<number, (answer: Outcome) => void>();
  /** Requests until the frame is ready; null from then on. */
  let waiting: HostMessage[] | null = [];
  let port: MessagePort | undefined;
  let nonce: string;
  let lastId = 0;
  /** Whether one of our pages is shown, or the link is closed. */
  let seen = false;
  let loaded = false;
  /** Whether the shop's content security policy blocks requests to the frame's host. */
  let requestsBlocked = false;

  const send = (message: HostMessage) => port?.postMessage(writeMessage(message));

  /** Removes the frame, all timers and listeners; rejects pending requests. */
  const close = (error = pickerError('destroyed')) => {
    seen = true;
    clearTimeout(timer);
    listeners.abort();
    port?.close();
    frame.remove();
    for (const settle of pending.values()) settle(error);
  };

  const fail = (...what: Parameters<typeof pickerError>) => {
    const error = pickerError(...what);
    close(error);
    onfailure(error);
  };

  const onWindowMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== frameOrigin) return;
    const type = readMessage(data, FRAME_MESSAGES)?.type;
    if (type === 'unsupported') fail('unsupported_version');
    if (type === 'here' || type === 'hello') {
      seen = true;
      onsight();
    }
    if (type !== 'hello') return;
    // A reloaded frame sends `hello` again; the old port is then dead.
    port?.close();
    const { port1, port2 } = new MessageChannel();
    port = port1;
    waiting ??= [];
    nonce = crypto.getRandomValues(new Uint32Array(4)).join('-');
    port.onmessage = (event: MessageEvent) => onPortMessage(event.data);
    const init = writeMessage({ type: 'init', nonce, config: readConfig() });
    source?.postMessage(init, frameOrigin, [port2]);
  };

  const onPortMessage = (data: unknown) => {
    const message = readMessage(data, FRAME_MESSAGES);
    if (message === null || message.type === 'unsupported') return;
    if (message.type === 'answer') {
      pending.get(message.id)?.(message);
      pending.delete(message.id);
      return;
    }
    if (message.type === 'ready' && message.nonce === nonce) {
      clearTimeout(timer);
      waiting?.forEach(send);
      waiting = null;
    }
    if (waiting === null) onmessage(message);
    // Before `ready`, only an error is handled: the frame won't become ready.
    else if (message.type === 'error') fail(message.code, message.retryable, message.message);
  };

  const onPolicyViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (!blockedURI.startsWith(frameOrigin)) return;
    if (effectiveDirective === 'frame-src') fail('blocked');
    else requestsBlocked = true;
  };

  /**
   * Finds out why none of our pages is shown, by the status of the page itself: a gateway's error page is loaded in a frame like any
   * other, and the API may answer meanwhile. A slow host is waited for.
   */
  const diagnose = async (delayMs: number) => {
    await wait(delayMs);
    if (seen) return;
    if (frameOrigin === (loaded ? location.origin : '')) return fail('origin_missing');
    const answers =
      navigator.onLine &&
      (await fetch(`${frameOrigin}/embed`).then(
        ({ ok }) => ok,
        // The event about a violated policy comes after the rejection.
        () => wait(MOMENT_MS).then(() => requestsBlocked),
      ));
    if (seen) return;
    if (!answers) fail('offline', true);
    else if (loaded) fail('not_listed');
  };

  const timer = setTimeout(() => fail('timeout', true), ANSWER_WITHIN_MS);
  void diagnose(frameOrigin ? REQUEST_AFTER_MS : 0);
  // As the listeners' options it provides their `signal`.
  const listeners = new AbortController();
  addEventListener('message', onWindowMessage, listeners);
  addEventListener('securitypolicyviolation', onPolicyViolation, listeners);
  frame.onload = () => {
    loaded = true;
    // The message of the page may arrive shortly after `load`.
    void diagnose(MOMENT_MS);
  };

  return {
    frame_: frame,
    /** @returns the frame's answer; its type depends on the request */
    request_<Answer>(message: Request): Promise<Answer> {
      const id = ++lastId;
      const whole = { ...message, id } as HostMessage;
      if (waiting) waiting.push(whole);
      else send(whole);
      return new Promise((resolve, reject) =>
        pending.set(id, ({ code, retryable, message, value }) => {
          if (code === undefined) resolve(value as Answer);
          else reject(pickerError(code, retryable, message));
        }),
      );
    },
    send_: send,
    close_: close,
  };
}

const wait = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs));

/** Advice for the shop's developer, by code. */
const ADVICE: Readonly<Record<string, string>> = {
  blocked: 'Add Droppoint to frame-src.',
  not_listed: 'Add this origin to EMBED_ORIGINS.',
  origin_missing: 'Set origin to Droppoint.',
  unsupported_version: 'Update the script.',
};

/**
 * Error with which the element's promises reject, also the detail of `droppoint-error`.
 * @param code `timeout`, `offline`, `disabled`, `destroyed`, one of `ADVICE`, or sent by the frame, with its message
 * @param retryable whether a retry may succeed
 */
export const pickerError = (
  code: string,
  retryable = false,
  message = ADVICE[code] ?? (retryable ? 'No answer.' : 'Disabled or removed.'),
) => Object.assign(new Error(message), { code, retryable });

export type PickerError = ReturnType<typeof pickerError>;
