import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { HOST_MESSAGES, readMessage, writeMessage } from '../../../src/lib/contract/frame-message.ts';
import { HostLink, type HostRequest } from '../../../src/lib/embed/host-link.ts';
import { FakeChannel } from '../widget/fake-channel.ts';

const HOST = 'https://shop.example';
const REFUSAL = { code: 'unavailable', message: 'No.', retryable: true };

/** The frame's side, begun, with a shop that keeps what it is answered. */
function openLink(onrequest: (request: HostRequest) => Promise<Record<string, unknown> | undefined>) {
  const events = new EventTarget();
  const parent = { postMessage: vi.fn() } as unknown as Window;
  const link = new HostLink(
    { parent, events, hostOrigin: HOST, version: '1.0.0' },
    { oninit: vi.fn(), onrequest, explain: () => REFUSAL },
  );
  link.greet();
  const { port1: shop, port2 } = new FakeChannel();
  const heard: unknown[] = [];
  shop.onmessage = ({ data }) => void heard.push(data);
  const init = writeMessage({ type: 'init', nonce: 'n', config: {} });
  const event = { origin: HOST, source: parent, data: init, ports: [port2] };
  events.dispatchEvent(Object.assign(new Event('message'), event));
  return { link, shop, heard };
}

/** Anything that a shop's page can post: JSON, and messages that are nearly ours. */
const foreign = fc.oneof(
  fc.jsonValue(),
  fc.record({
    droppoint: fc.oneof(fc.constant(1), fc.jsonValue()),
    type: fc.oneof(fc.constantFrom(...Object.keys(HOST_MESSAGES), 'hello', 'constructor'), fc.jsonValue()),
    id: fc.oneof(fc.integer(), fc.jsonValue()),
    pointId: fc.oneof(fc.string(), fc.jsonValue()),
    query: fc.oneof(fc.string(), fc.jsonValue()),
    config: fc.oneof(fc.object(), fc.jsonValue()),
    accepted: fc.oneof(fc.boolean(), fc.jsonValue()),
  }),
);

describe('the frame’s side', () => {
  it('answers each request it knows once, under its id, and stays silent to everything else', async () => {
    await fc.assert(
      fc.asyncProperty(foreign, async (data) => {
        const { shop, heard } = openLink(() => Promise.resolve(undefined));
        shop.postMessage(data);
        await Promise.resolve();
        await Promise.resolve();
        const message = readMessage(data, HOST_MESSAGES);
        const isRequest = message !== null && !['unsupported', 'init', 'verdict'].includes(message.type);
        expect(heard).toEqual(
          isRequest ? [{ droppoint: 1, type: 'answer', id: (message as HostRequest).id, value: {} }] : [],
        );
      }),
    );
  });

  it('turns what fails into an answer', async () => {
    const { shop, heard } = openLink(() => Promise.reject(new Error('broken')));
    shop.postMessage(writeMessage({ type: 'refresh', id: 7 }));
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toMatchObject({ type: 'answer', id: 7, ...REFUSAL });
  });

  it('waits for the shop’s verdict of the choice it asked about, and of no other', async () => {
    const { link, shop, heard } = openLink(() => Promise.resolve(undefined));
    const verdicts: boolean[] = [];
    const [first, second] = [1, 2].map((at) =>
      link
        .askVerdict({ id: `PL_${at}`, coordinates: { latitude: 1, longitude: 2 } }, 'button')
        .then((accepted) => verdicts.push(accepted)),
    );
    const [, { id }] = heard as [unknown, { id: number }];
    shop.postMessage(writeMessage({ type: 'verdict', id: 99, accepted: true }));
    shop.postMessage(writeMessage({ type: 'verdict', id, accepted: false }));
    await second;
    expect(verdicts).toEqual([false]);
    shop.postMessage(writeMessage({ type: 'verdict', id: id - 1, accepted: true }));
    await first;
    expect(verdicts).toEqual([false, true]);
  });
});
