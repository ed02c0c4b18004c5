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

/** The conversation with one frame (src/lib/contract/frame-message.ts tells its course). */
export class FrameLink {
  readonly frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #readConfig: () => object;
  readonly #onmessage: (message: FrameMessage) => void;
  readonly #onfailure: (error: PickerError) => void;
  readonly #timer = setTimeout(() => this.#fail(pickerError('timeout', true)), ANSWER_WITHIN_MS);
  readonly #pending = new Map<number, [resolve: (value: never) => void, reject: (error: Error) => void]>();
  /** Requests made before the frame was ready. */
  #waiting: HostMessage[] = [];
  #port: MessagePort | null = null;
  #ready = false;
  #nonce = '';
  #lastId = 0;

  /**
   * @param readConfig what the frame is told at its beginning, and again after each reload
   * @param onmessage every message but those that this class deals with itself
   * @param onfailure the frame didn't answer in time, refused, or speaks another language
   */
  constructor(
    frame: HTMLIFrameElement,
    origin: string,
    readConfig: () => object,
    onmessage: (message: FrameMessage) => void,
    onfailure: (error: PickerError) => void,
  ) {
    this.frame = frame;
    this.#origin = origin;
    this.#readConfig = readConfig;
    this.#onmessage = onmessage;
    this.#onfailure = onfailure;
    addEventListener('message', this.#greet);
  }

  /** @returns what the frame answers, of whatever shape is agreed for the request */
  request<Answer>(message: Request): Promise<Answer> {
    const id = ++this.#lastId;
    const whole = { ...message, id } as HostMessage;
    if (this.#ready) this.send(whole);
    else this.#waiting.push(whole);
    return new Promise((...settle) => this.#pending.set(id, settle));
  }

  send(message: HostMessage): void {
    this.#port?.postMessage(writeMessage(message));
  }

  /** Takes the frame away and lets go of everything; what was asked for is rejected. */
  close(error = pickerError('destroyed')): void {
    clearTimeout(this.#timer);
    removeEventListener('message', this.#greet);
    this.#port?.close();
    this.frame.remove();
    for (const [, reject] of this.#pending.values()) reject(error);
  }

  readonly #greet = ({ source, origin, data }: MessageEvent): void => {
    const page = this.frame.contentWindow;
    if (source !== page || origin !== this.#origin) return;
    const type = readMessage(data, FRAME_MESSAGES)?.type;
    if (type === 'unsupported') this.#fail(pickerError('unsupported_version'));
    if (type !== 'hello') return;
    // A frame that was reloaded says hello again: the old port is of no use any more.
    this.#port?.close();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#ready = false;
    this.#nonce = crypto.getRandomValues(new Uint32Array(4)).join('-');
    port1.onmessage = (event: MessageEvent) => this.#hear(event.data);
    const config = { ...this.#readConfig() };
    page?.postMessage(writeMessage({ type: 'init', nonce: this.#nonce, config }), origin, [port2]);
  };

  #hear(data: unknown): void {
    const message = readMessage(data, FRAME_MESSAGES);
    if (message === null || message.type === 'unsupported') return;
    if (message.type === 'answer') {
      const { id, value, code, message: text, retryable } = message;
      const [resolve, reject] = this.#pending.get(id) ?? [];
      this.#pending.delete(id);
      if (code === undefined) resolve?.(value as never);
      else reject?.(pickerError(code, retryable, text));
      return;
    }
    if (message.type === 'ready' && message.nonce === this.#nonce) {
      clearTimeout(this.#timer);
      this.#ready = true;
      for (const waiting of this.#waiting.splice(0)) this.send(waiting);
    }
    if (this.#ready) this.#onmessage(message);
    // Before it is ready, the only thing to hear of is why it won't be.
    else if (message.type === 'error')
      this.#fail(pickerError(message.code, message.retryable, message.message));
  }

  #fail(error: PickerError): void {
    this.close(error);
    this.#onfailure(error);
  }
}
