import {
  FRAME_MESSAGES,
  readMessage,
  writeMessage,
  type FrameMessage,
  type HostMessage,
} from '../lib/contract/frame-message.ts';

/** A page on a slow phone and a poor network is there by then. */
const ANSWER_WITHIN_MS = 15_000;
/** Not every browser tells that a frame could not be loaded. */
const ASK_AFTER_MS = 2_000;
const MOMENT_MS = 100;

type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never;
/** A request as it is written before it has its id. */
export type Request = WithoutId<Exclude<HostMessage, { type: 'init' | 'verdict' }>>;

/** The conversation with one frame. */
export type FrameLink = ReturnType<typeof linkFrame>;

/**
 * Begins the conversation with a frame (src/lib/contract/frame-message.ts tells its course).
 * @param readConfig what the frame is told at its beginning, and again after each reload
 * @param frameOrigin empty where nobody has said who shows the points
 * @param onmessage every message but those that are dealt with here
 * @param onfailure the frame didn't answer in time, refused, or speaks another language
 * @param onsight the frame shows a page of ours, and not a browser's error
 */
export function linkFrame(
  frame: HTMLIFrameElement,
  frameOrigin: string,
  readConfig: () => Readonly<Record<string, unknown>>,
  onmessage: (message: FrameMessage) => void,
  onfailure: (error: PickerError) => void,
  onsight: () => void,
) {
  const pending = new Map<number, [resolve: (value: never) => void, reject: (error: Error) => void]>();
  /** Requests made before the frame was ready; null from then on. */
  let waiting: HostMessage[] | null = [];
  let port: MessagePort | undefined;
  let nonce: string;
  let lastId = 0;
  /** A page of ours is seen, or nobody looks any more. */
  let seen = false;
  let loaded = false;
  /** The shop's policy doesn't let its scripts ask the frame's host. */
  let muzzled = false;

  const send = (message: HostMessage) => port?.postMessage(writeMessage(message));

  /** Takes the frame away and lets go of everything; what was asked for is rejected. */
  const close = (error = pickerError('destroyed')) => {
    seen = true;
    clearTimeout(timer);
    clearTimeout(question);
    listening.abort();
    port?.close();
    frame.remove();
    for (const [, reject] of pending.values()) reject(error);
  };

  const fail = (...what: Parameters<typeof pickerError>) => {
    const error = pickerError(...what);
    close(error);
    onfailure(error);
  };

  const greet = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== frameOrigin) return;
    const type = readMessage(data, FRAME_MESSAGES)?.type;
    if (type === 'unsupported') fail('unsupported_version');
    if (type === 'here' || type === 'hello') {
      seen = true;
      onsight();
    }
    if (type !== 'hello') return;
    // A frame that was reloaded says hello again: the old port is of no use any more.
    port?.close();
    const { port1, port2 } = new MessageChannel();
    port = port1;
    waiting ??= [];
    nonce = crypto.getRandomValues(new Uint32Array(4)).join('-');
    port.onmessage = (event: MessageEvent) => hear(event.data);
    const init = writeMessage({ type: 'init', nonce, config: readConfig() });
    source?.postMessage(init, frameOrigin, [port2]);
  };

  const hear = (data: unknown) => {
    const message = readMessage(data, FRAME_MESSAGES);
    if (message === null || message.type === 'unsupported') return;
    if (message.type === 'answer') {
      const [resolve, reject] = pending.get(message.id) ?? [];
      pending.delete(message.id);
      if (message.code === undefined) resolve?.(message.value as never);
      else reject?.(pickerError(message.code, message.retryable, message.message));
      return;
    }
    if (message.type === 'ready' && message.nonce === nonce) {
      clearTimeout(timer);
      waiting?.forEach(send);
      waiting = null;
    }
    if (waiting === null) onmessage(message);
    // Before it is ready, the only thing to hear of is why it won't be.
    else if (message.type === 'error') fail(message.code, message.retryable, message.message);
  };

  const noticePolicy = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (!blockedURI.startsWith(frameOrigin)) return;
    if (effectiveDirective === 'frame-src') fail('blocked');
    else muzzled = true;
  };

  /** Finds out why nothing of ours is seen. A host that only takes its time is waited for. */
  const diagnose = async () => {
    if (seen) return;
    if (frameOrigin === (loaded ? location.origin : '')) return fail('origin_missing');
    const answers =
      navigator.onLine &&
      (await fetch(`${frameOrigin}/api/points/0`).then(
        ({ ok }) => ok,
        // The browser says only later whether a policy was the reason.
        () => new Promise<boolean>((resolve) => setTimeout(() => resolve(muzzled), MOMENT_MS)),
      ));
    if (seen) return;
    if (!answers) fail('offline', true);
    else if (loaded) fail('not_listed');
  };

  const timer = setTimeout(() => fail('timeout', true), ANSWER_WITHIN_MS);
  const question = setTimeout(() => void diagnose(), frameOrigin ? ASK_AFTER_MS : 0);
  // As options it has the signal that ends them.
  const listening = new AbortController();
  addEventListener('message', greet, listening);
  addEventListener('securitypolicyviolation', noticePolicy, listening);
  frame.onload = () => {
    loaded = true;
    // Its message may come a moment after.
    setTimeout(() => void diagnose(), MOMENT_MS);
  };

  return {
    frame,
    /** @returns what the frame answers, of whatever shape is agreed for the request */
    request<Answer>(message: Request): Promise<Answer> {
      const id = ++lastId;
      const whole = { ...message, id } as HostMessage;
      if (waiting === null) send(whole);
      else waiting.push(whole);
      return new Promise((...settle) => pending.set(id, settle));
    },
    send,
    close,
  };
}

/**
 * What the element's promises are rejected with, and what `droppoint-error` tells.
 * @param code `timeout`, `unsupported_version`, `disabled`, `destroyed`, or a code of the frame's
 * @param retryable whether the same may succeed if it is tried again
 */
export const pickerError = (code: string, retryable = false, message = code) =>
  Object.assign(new Error(message), { code, retryable });

export type PickerError = ReturnType<typeof pickerError>;
