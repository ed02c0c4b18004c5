import { openBroker } from '$lib/broker/broker.ts';
import { loadBrokerMessages } from '$lib/broker/messages.ts';
import { AppError } from '#platform/errors.ts';
import { createRequester, type Send } from '#platform/request.ts';
import type { LayoutLoad } from './$types';

/** Returns a promise: the pages render before it settles, and show the error if it rejects. */
export const load: LayoutLoad = ({ fetch, url }) => {
  const opening = open(createRequester({ fetch }), url.origin);
  // The page shows the error; this only prevents an unhandled rejection.
  opening.catch(() => {});
  return { opening };
};

async function open(send: Send, origin: string) {
  // The page's headers forbid framing. If it is framed anyway, request nothing from the platform and show
  // nothing.
  const isFramed = window.top !== window;
  const [broker] = await Promise.all([
    isFramed ? null : openBroker(send, origin),
    loadBrokerMessages().catch((cause: unknown) => {
      throw new AppError('network', 'The texts of this page could not be loaded.', { cause });
    }),
  ]);
  return broker;
}
