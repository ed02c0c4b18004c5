import { vi } from 'vitest';
import { writeMessage } from '#contract/frame-message.ts';
import { linkHost, type HostRequest } from '../../../src/lib/embed/host-link.ts';
import { FakeChannel } from '../widget/fake-channel.ts';

export const HOST = 'https://shop.example';
export const INIT = writeMessage({ type: 'init', nonce: 'n', config: { city: 'Łódź' } });
export const REFUSAL = { code: 'unavailable', message: 'No.', retryable: true };

export const nothing = () => Promise.resolve(undefined);

/** The frame's side with a parent page that records the messages it receives. */
export function openHostLink(
  onrequest: (request: HostRequest) => Promise<Record<string, unknown> | undefined> = nothing,
) {
  const events = new EventTarget();
  const posted = vi.fn();
  const parent = { postMessage: posted } as unknown as Window;
  const oninit = vi.fn();
  const link = linkHost(
    { parent, events, hostOrigin: HOST, version: '1.0.0' },
    { oninit, onrequest, explain: () => REFUSAL },
  );
  const { port1: shop, port2: port } = new FakeChannel();
  const sent: unknown[] = [];
  shop.onmessage = ({ data }) => void sent.push(data);
  /** A message event as a browser would make it; by default the shop's `init`. */
  const arrive = (changes: { origin?: string; source?: unknown; data?: unknown; ports?: unknown[] } = {}) => {
    const event = { origin: HOST, source: parent, data: INIT as unknown, ports: [port], ...changes };
    events.dispatchEvent(Object.assign(new Event('message'), event));
  };
  return { link, shop, port, sent, posted, oninit, arrive };
}
