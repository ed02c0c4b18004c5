import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { writeMessage } from '../../../src/lib/contract/frame-message.ts';
import { foreignTo, FROM_FRAME, FROM_HOST } from '../contract/protocol-messages.ts';
import { HOST, nothing, openHostLink, REFUSAL } from './open-host-link.ts';
import { waitFor } from '../../wait-for.ts';

/** The same after the shop's `init`. */
function beginLink(...parameters: Parameters<typeof openHostLink>) {
  const opened = openHostLink(...parameters);
  opened.arrive();
  return opened;
}

/** Waits until the messages so far have been handled. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('the frame’s side', () => {
  it('greets the page with the version of the product, to the one origin it was named', () => {
    const { posted } = openHostLink();
    expect(posted.mock.calls).toEqual([[{ droppoint: 1, type: 'hello', version: '1.0.0' }, HOST]]);
  });

  it('hands on the config of the beginning, and repeats its nonce when all is there', () => {
    const { link, oninit, heard } = beginLink();
    expect(oninit.mock.calls).toEqual([[{ city: 'Łódź' }]]);
    link.ready({ change: 'Zmień' });
    expect(heard).toEqual([{ droppoint: 1, type: 'ready', nonce: 'n', words: { change: 'Zmień' } }]);
  });

  it('tells a shop of another version so, and goes on waiting for one of ours', () => {
    const { oninit, heard, arrive } = openHostLink();
    arrive({ data: { ...FROM_HOST.init, droppoint: 2 } });
    expect(heard).toEqual([
      {
        droppoint: 1,
        type: 'error',
        code: 'unsupported_version',
        message: 'The picker uses another version of the protocol.',
        retryable: false,
      },
    ]);
    expect(oninit).not.toHaveBeenCalled();
    arrive({ data: FROM_HOST.init });
    expect(oninit).toHaveBeenCalledOnce();
  });

  it('says nothing to a shop that has not begun', () => {
    const { link, heard } = openHostLink();
    link.send({ type: 'close', reason: 'escape' });
    link.ready({});
    expect(heard).toEqual([]);
    link.close();
  });

  it('is deaf and silent once it is closed', async () => {
    const begun = beginLink();
    begun.link.close();
    begun.shop.postMessage(FROM_HOST.refresh);
    begun.link.send({ type: 'close', reason: 'escape' });
    await settle();
    expect([begun.port.isClosed, begun.heard]).toEqual([true, []]);
    const waiting = openHostLink();
    waiting.link.close();
    waiting.arrive({ data: FROM_HOST.init });
    expect(waiting.oninit).not.toHaveBeenCalled();
  });

  it.each(Object.values(FROM_HOST))('answers each request once, under its id: %j', async (message) => {
    const asked = vi.fn(nothing);
    const { oninit, shop, heard } = beginLink(asked);
    shop.postMessage({ ...message, further: 1 });
    await settle();
    const isRequest = message !== FROM_HOST.init && message !== FROM_HOST.verdict;
    expect(asked.mock.calls).toEqual(isRequest ? [[{ ...message, further: 1 }]] : []);
    expect(heard).toEqual(isRequest ? [{ droppoint: 1, type: 'answer', id: 1, value: {} }] : []);
    expect(oninit).toHaveBeenCalledOnce();
  });

  it('answers with what was asked for', async () => {
    const { shop, heard } = beginLink(() => Promise.resolve({ isValid: true }));
    shop.postMessage(FROM_HOST.validate);
    await settle();
    expect(heard).toEqual([{ droppoint: 1, type: 'answer', id: 1, value: { isValid: true } }]);
  });

  it('stays silent to everything else', async () => {
    const foreign = fc.oneof(
      foreignTo(FROM_HOST),
      fc.constantFrom(...Object.values(FROM_FRAME), { ...FROM_HOST.refresh, droppoint: 2 }),
    );
    await fc.assert(
      fc.asyncProperty(foreign, async (data) => {
        const asked = vi.fn(nothing);
        const { shop, heard } = beginLink(asked);
        shop.postMessage(data);
        await settle();
        expect([asked.mock.calls, heard]).toEqual([[], []]);
      }),
    );
  });

  it('turns what fails into an answer', async () => {
    const { shop, heard } = beginLink(() => Promise.reject(new Error('broken')));
    shop.postMessage(writeMessage({ type: 'refresh', id: 7 }));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toMatchObject({ type: 'answer', id: 7, ...REFUSAL });
  });

  it('waits for the shop’s verdict of the choice it asked about, and of no other', async () => {
    const { link, shop, heard } = beginLink();
    const verdicts: [boolean, string][] = [];
    const [first, second] = [1, 2].map((at) =>
      link
        .requestVerdict(
          { id: `PL_${at}`, coordinates: { latitude: 1, longitude: 2 } },
          { id: `PL_${at}`, name: 'At the mill' } as never,
          'button',
        )
        .then(({ accepted, reason = '' }) => verdicts.push([accepted, reason])),
    );
    const [, { id }] = heard as [unknown, { id: number }];
    expect(heard[1]).toMatchObject({
      type: 'select',
      point: { id: 'PL_2' },
      summary: { id: 'PL_2', name: 'At the mill' },
      source: 'button',
    });
    shop.postMessage(writeMessage({ type: 'verdict', id: 99, accepted: true }));
    shop.postMessage(writeMessage({ type: 'verdict', id, accepted: false, reason: 'Sold out.' }));
    await second;
    expect(verdicts).toEqual([[false, 'Sold out.']]);
    shop.postMessage(writeMessage({ type: 'verdict', id: id - 1, accepted: true }));
    await first;
    expect(verdicts).toEqual([
      [false, 'Sold out.'],
      [true, ''],
    ]);
  });
});
