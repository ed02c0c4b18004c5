import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { writeMessage } from '#contract/frame-message.ts';
import { foreignTo, FROM_FRAME, FROM_HOST } from '../contract/protocol-messages.ts';
import { HOST, nothing, openHostLink, REFUSAL } from './open-host-link.ts';
import { waitFor } from '../../wait-for.ts';
import { passTurn } from '../pass-turn.ts';

/** The same after the shop's `init`. */
function beginLink(...parameters: Parameters<typeof openHostLink>) {
  const opened = openHostLink(...parameters);
  opened.arrive();
  return opened;
}

describe('the frame’s side of the protocol', () => {
  it('the greeting has the product’s version, and goes only to the given origin', () => {
    const { posted } = openHostLink();
    expect(posted.mock.calls).toEqual([[{ droppoint: 1, type: 'hello', version: '1.0.0' }, HOST]]);
  });

  it('the initial config is handed on, and its nonce is repeated once the picker is ready', () => {
    const { link, oninit, sent } = beginLink();
    expect(oninit.mock.calls).toEqual([[{ city: 'Łódź' }]]);
    link.ready({ change: 'Zmień' });
    expect(sent).toEqual([{ droppoint: 1, type: 'ready', nonce: 'n', words: { change: 'Zmień' } }]);
  });

  it('a shop with another version gets an error, and a later `init` of our version still works', () => {
    const { oninit, sent, arrive } = openHostLink();
    arrive({ data: { ...FROM_HOST.init, droppoint: 2 } });
    expect(sent).toEqual([
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

  it('nothing is sent to a shop that hasn’t begun', () => {
    const { link, sent } = openHostLink();
    link.send({ type: 'close', reason: 'escape' });
    link.ready({});
    expect(sent).toEqual([]);
    link.close();
  });

  it('a closed link neither receives nor sends', async () => {
    const begun = beginLink();
    begun.link.close();
    begun.shop.postMessage(FROM_HOST.refresh);
    begun.link.send({ type: 'close', reason: 'escape' });
    await passTurn();
    expect([begun.port.isClosed, begun.sent]).toEqual([true, []]);
    const waiting = openHostLink();
    waiting.link.close();
    waiting.arrive({ data: FROM_HOST.init });
    expect(waiting.oninit).not.toHaveBeenCalled();
  });

  it.each(Object.values(FROM_HOST))('each request is answered once, under its id: %j', async (message) => {
    const onrequest = vi.fn(nothing);
    const { oninit, shop, sent } = beginLink(onrequest);
    shop.postMessage({ ...message, further: 1 });
    await passTurn();
    const isRequest = message !== FROM_HOST.init && message !== FROM_HOST.verdict;
    expect(onrequest.mock.calls).toEqual(isRequest ? [[{ ...message, further: 1 }]] : []);
    expect(sent).toEqual(isRequest ? [{ droppoint: 1, type: 'answer', id: 1, value: {} }] : []);
    expect(oninit).toHaveBeenCalledOnce();
  });

  it('an answer has the requested value', async () => {
    const { shop, sent } = beginLink(() => Promise.resolve({ isValid: true }));
    shop.postMessage(FROM_HOST.validate);
    await passTurn();
    expect(sent).toEqual([{ droppoint: 1, type: 'answer', id: 1, value: { isValid: true } }]);
  });

  it('all other messages are ignored', async () => {
    const foreign = fc.oneof(
      foreignTo(FROM_HOST),
      fc.constantFrom(...Object.values(FROM_FRAME), { ...FROM_HOST.refresh, droppoint: 2 }),
    );
    await fc.assert(
      fc.asyncProperty(foreign, async (data) => {
        const onrequest = vi.fn(nothing);
        const { shop, sent } = beginLink(onrequest);
        shop.postMessage(data);
        await passTurn();
        expect([onrequest.mock.calls, sent]).toEqual([[], []]);
      }),
    );
  });

  it('a failure becomes an error answer', async () => {
    const { shop, sent } = beginLink(() => Promise.reject(new Error('broken')));
    shop.postMessage(writeMessage({ type: 'refresh', id: 7 }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ type: 'answer', id: 7, ...REFUSAL });
  });

  it('a choice waits for the verdict with its own id only', async () => {
    const { link, shop, sent } = beginLink();
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
    const [, { id }] = sent as [unknown, { id: number }];
    expect(sent[1]).toMatchObject({
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
