import { openBroker } from '$lib/broker/broker.ts';
import { AppError } from '#platform/errors.ts';
import { speakToBrokers } from '$lib/broker/messages.ts';
import { createRequester } from '#platform/request.ts';
import type { LayoutLoad } from './$types';

export const load: LayoutLoad = async ({ fetch, url }) => {
  await speakToBrokers().catch((cause: unknown) => {
    throw new AppError('network', 'The sentences of this page could not be fetched.', { cause });
  });
  // The page's headers forbid framing. If it is framed nevertheless, nothing is requested and nothing shown.
  if (window.top !== window) return { broker: null, failure: null };
  // An error is shown within the page, with a retry button, instead of replacing the page.
  try {
    return { broker: await openBroker(createRequester({ fetch }), url.origin), failure: null };
  } catch (failure) {
    return { broker: null, failure };
  }
};
