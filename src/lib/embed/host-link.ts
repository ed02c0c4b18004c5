import {
  HOST_MESSAGES,
  readMessage,
  writeMessage,
  type FrameMessage,
  type HostMessage,
} from '#contract/frame-message.ts';
import type { PointSummary } from '#contract/point-summary-schema.ts';
import type { Point } from '#platform/point.ts';

/** Requests of a shop's page after the handshake. */
export type HostRequest = Exclude<HostMessage, { type: 'init' | 'verdict' }>;

/** Why a request failed, as fields of the protocol's `error` message. */
export type RequestFailure = Omit<Extract<FrameMessage, { type: 'error' }>, 'type'>;
type Verdict = Extract<HostMessage, { type: 'verdict' }>;

interface Dependencies {
  /** Window of the surrounding page. */
  parent: Pick<Window, 'postMessage'>;
  /** Event target for its messages. */
  events: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** The only origin that messages are exchanged with. */
  hostOrigin: string;
  /** This product's version. */
  version: string;
}

interface Listener {
  /** `init` was received; `config` is not validated yet. */
  oninit(config: Readonly<Record<string, unknown>>): void;
  /** @returns the value of the answer to the host; if it rejects, `explain` turns the error into an answer */
  onrequest(request: HostRequest): Promise<Readonly<Record<string, unknown>> | undefined>;
  explain(error: unknown): RequestFailure;
}

export type HostLink = ReturnType<typeof linkHost>;

/**
 * Sends `hello` to the surrounding page and handles the frame's side of the protocol (its steps are in frame-message.ts). The browser
 * delivers the message only to the given origin.
 */
export function linkHost({ parent, events, hostOrigin, version }: Dependencies, listener: Listener) {
  const verdicts = new Map<number, (verdict: Verdict) => void>();
  let port: MessagePort | null = null;
  let nonce = '';
  let lastId = 0;

  const send = (message: FrameMessage) => port?.postMessage(writeMessage(message));

  const begin = ({ origin, source, data, ports: [hostPort] }: MessageEvent): void => {
    if (source !== parent || origin !== hostOrigin || hostPort === undefined) return;
    const message = readMessage(data, HOST_MESSAGES);
    if (message?.type === 'unsupported') {
      hostPort.postMessage(
        writeMessage({
          type: 'error',
          code: 'unsupported_version',
          message: 'The picker uses another version of the protocol.',
          retryable: false,
        }),
      );
    }
    if (message?.type !== 'init') return;
    // One connection per frame: any later `init` is ignored.
    events.removeEventListener('message', begin);
    port = hostPort;
    nonce = message.nonce;
    port.onmessage = (event: MessageEvent) => void receive(event.data);
    listener.oninit(message.config);
  };

  const receive = async (data: unknown): Promise<void> => {
    const message = readMessage(data, HOST_MESSAGES);
    if (message === null || message.type === 'unsupported' || message.type === 'init') return;
    if (message.type === 'verdict') {
      verdicts.get(message.id)?.(message);
      verdicts.delete(message.id);
      return;
    }
    const { id } = message;
    try {
      send({ type: 'answer', id, value: (await listener.onrequest(message)) ?? {} });
    } catch (error) {
      send({ type: 'answer', id, ...listener.explain(error) });
    }
  };

  events.addEventListener('message', begin);
  parent.postMessage(writeMessage({ type: 'hello', version }), hostOrigin);
  return {
    send,
    /** Reports that the picker is ready. @param words the host's own texts, in the picker's language */
    ready(words: Readonly<Record<string, string>>): void {
      send({ type: 'ready', nonce, words });
    },
    /** Asks the shop's page whether a point may be chosen. */
    requestVerdict(point: Point, summary: PointSummary | undefined, source: string): Promise<Verdict> {
      const id = ++lastId;
      send({ type: 'select', id, point, summary, source });
      return new Promise((resolve) => verdicts.set(id, resolve));
    },
    close(): void {
      events.removeEventListener('message', begin);
      port?.close();
      port = null;
    },
  };
}

/** In a smaller frame, the shopper can't see what they choose. */
const MIN_SIDE_PX = 160;

/**
 * Whether a choice was made by a user who can see the picker: after a real press or key in this frame (scripts can't fake the
 * browser's user activation), in a visible page, in a frame of sufficient size.
 */
export function isSeenAction(view: Window): boolean {
  // Old browsers lack `userActivation`: the press is assumed to be real.
  const pressed = (view.navigator.userActivation as UserActivation | undefined)?.isActive ?? true;
  const visible = view.document.visibilityState === 'visible';
  return pressed && visible && Math.min(view.innerWidth, view.innerHeight) >= MIN_SIDE_PX;
}
