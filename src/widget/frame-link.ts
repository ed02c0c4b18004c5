import {
  FRAME_MESSAGES,
  readMessage,
  writeMessage,
  type FrameMessage,
  type HostMessage,
} from '../lib/contract/frame-message.ts';
import { pickerError, type PickerError } from './picker-error.ts';

/** A page on a slow phone and a poor network is there by then. */
const ANSWER_WITHIN_MS = 15_000;

type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never;
/** A request as it is written before it has its id. */
export type Request = WithoutId<Exclude<HostMessage, { type: 'init' | 'verdict' }>>;

/** The conversation with one frame. */
export interface FrameLink {
  readonly frame: HTMLIFrameElement;
  /** @returns what the frame answers, of whatever shape is agreed for the request */
  request<Answer>(message: Request): Promise<Answer>;
  send(message: HostMessage): void;
  /** Takes the frame away and lets go of everything; what was asked for is rejected. */
  close(error?: PickerError): void;
}

/**
 * Begins the conversation with a frame (src/lib/contract/frame-message.ts tells its course).
 * @param readConfig what the frame is told at its beginning, and again after each reload
 * @param onmessage every message but those that are dealt with here
 * @param onfailure the frame didn't answer in time, refused, or speaks another language
 */
export function linkFrame(
  frame: HTMLIFrameElement,
  frameOrigin: string,
  readConfig: () => Readonly<Record<string, unknown>>,
  onmessage: (message: FrameMessage) => void,
  onfailure: (error: PickerError) => void,
): FrameLink {
  const pending = new Map<number, [resolve: (value: never) => void, reject: (error: Error) => void]>();
  /** Requests made before the frame was ready; null from then on. */
  let waiting: HostMessage[] | null = [];
  let port: MessagePort | undefined;
  let nonce: string;
  let lastId = 0;

  const send = (message: HostMessage) => port?.postMessage(writeMessage(message));

  const close = (error = pickerError('destroyed')) => {
    clearTimeout(timer);
    removeEventListener('message', greet);
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

  const timer = setTimeout(() => fail('timeout', true), ANSWER_WITHIN_MS);
  addEventListener('message', greet);

  return {
    frame,
    request(message) {
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
