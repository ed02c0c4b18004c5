import { openBroker } from '$lib/broker/broker.ts';
import { AppError } from '$lib/contract/errors.ts';
import { speakToBrokers } from '$lib/broker/messages.ts';
import { createRequester } from '$lib/platform/request.ts';
import type { LayoutLoad } from './$types';

export const load: LayoutLoad = async ({ fetch, url }) => {
  await speakToBrokers().catch((cause: unknown) => {
    throw new AppError('network', 'The sentences of this page could not be fetched.', { cause });
  });
  // The page's headers keep it out of frames. Should it come to be in one all the same, nothing is asked and nothing shown there.
  if (window.top !== window) return { broker: null, failure: null };
  // A failure is shown within the page, with a way to try again, instead of replacing the page.
  try {
    return { broker: await openBroker(createRequester({ fetch }), url.origin), failure: null };
  } catch (failure) {
    return { broker: null, failure };
  }
};
