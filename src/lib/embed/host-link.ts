import {
  HOST_MESSAGES,
  readMessage,
  writeMessage,
  type FrameMessage,
  type HostMessage,
} from '../contract/frame-message.ts';
import type { PointSummary } from '../contract/point-summary.ts';
import type { Point } from '../contract/point.ts';

/** What a shop's page asks for once both know each other. */
export type HostRequest = Exclude<HostMessage, { type: 'init' | 'verdict' }>;

/** Why a request could not be met, in the words of the protocol. */
export type Refusal = Omit<Extract<FrameMessage, { type: 'error' }>, 'type'>;
type Verdict = Extract<HostMessage, { type: 'verdict' }>;

interface Dependencies {
  /** The page around the frame. */
  parent: Pick<Window, 'postMessage'>;
  /** Where its messages arrive. */
  events: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** The only origin that is spoken to. */
  hostOrigin: string;
  /** This product's version. */
  version: string;
}

interface Listener {
  /** The host has begun; `config` is as it came. */
  oninit(config: Readonly<Record<string, unknown>>): void;
  /** @returns what the host is answered; a rejection is turned into an answer by `explain` */
  onrequest(request: HostRequest): Promise<Readonly<Record<string, unknown>> | undefined>;
  explain(error: unknown): Refusal;
}

export type HostLink = ReturnType<typeof linkHost>;

/**
 * Greets the page around and begins the frame's side of the conversation (frame-message.ts tells its course). A page of another origin than
 * the one named never hears it: the browser sees to that.
 */
export function linkHost({ parent, events, hostOrigin, version }: Dependencies, listener: Listener) {
  const verdicts = new Map<number, (verdict: Verdict) => void>();
  let port: MessagePort | null = null;
  let nonce = '';
  let lastId = 0;

  const send = (message: FrameMessage) => port?.postMessage(writeMessage(message));

  const begin = ({ origin, source, data, ports: [given] }: MessageEvent): void => {
    if (source !== parent || origin !== hostOrigin || given === undefined) return;
    const message = readMessage(data, HOST_MESSAGES);
    if (message?.type === 'unsupported') {
      given.postMessage(
        writeMessage({
          type: 'error',
          code: 'unsupported_version',
          message: 'The picker speaks another version of the protocol.',
          retryable: false,
        }),
      );
    }
    if (message?.type !== 'init') return;
    // One conversation for one frame: who comes later is not heard.
    events.removeEventListener('message', begin);
    port = given;
    nonce = message.nonce;
    port.onmessage = (event: MessageEvent) => void hear(event.data);
    listener.oninit(message.config);
  };

  const hear = async (data: unknown): Promise<void> => {
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
    /** Says that everything is there. @param words the host's own texts, in the picker's language */
    ready(words: Readonly<Record<string, string>>): void {
      send({ type: 'ready', nonce, words });
    },
    /** Asks the shop's page whether a point may be chosen. */
    askVerdict(point: Point, summary: PointSummary | undefined, source: string): Promise<Verdict> {
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

/**
 * Reads whose frame this is from the page's fragment, which no server sees: `#origin=https%3A%2F%2Fshop.example`. It is only a claim:
 * the browser delivers the greeting to that origin alone, and what comes back is checked again.
 * @returns null when there is none
 */
export function readHostOrigin(fragment: string): string | null {
  const claimed = new URLSearchParams(fragment.replace(/^#/, '')).get('origin') ?? '';
  if (!URL.canParse(claimed)) return null;
  const { origin, protocol } = new URL(claimed);
  return origin === claimed && /^https?:$/.test(protocol) ? origin : null;
}

/** Smaller than this nobody can see what is chosen. */
const MIN_SIDE_PX = 160;

/**
 * Whether a choice comes from somebody who sees the picker: after a real press or key in this very frame (scripts can't fake the
 * browser's user activation), in a page in front, in a frame of a size to be seen.
 */
export function isSeenAction(view: Window): boolean {
  // Browsers without it don't tell; they are old.
  const pressed = (view.navigator.userActivation as UserActivation | undefined)?.isActive ?? true;
  const visible = view.document.visibilityState === 'visible';
  return pressed && visible && Math.min(view.innerWidth, view.innerHeight) >= MIN_SIDE_PX;
}
