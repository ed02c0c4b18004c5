import { openBroker } from '$lib/broker/broker.ts';
import { speakToBrokers } from '$lib/broker/messages.ts';
import { AppError } from '#platform/errors.ts';
import { createRequester, type Send } from '#platform/request.ts';
import type { LayoutLoad } from './$types';

/** A promise in the data: the pages are shown before it is kept, and show why it is broken. */
export const load: LayoutLoad = ({ fetch, url }) => {
  const opening = open(createRequester({ fetch }), url.origin);
  // The page tells it.
  opening.catch(() => {});
  return { opening };
};

async function open(send: Send, origin: string) {
  // The page's headers forbid framing. If it is framed nevertheless, nothing is requested of the platform, and nothing shown.
  const isFramed = window.top !== window;
  const [broker] = await Promise.all([
    isFramed ? null : openBroker(send, origin),
    speakToBrokers().catch((cause: unknown) => {
      throw new AppError('network', 'The sentences of this page could not be fetched.', { cause });
    }),
  ]);
  return broker;
}
