import { openBroker } from '$lib/broker/broker.ts';
import { createRequester } from '$lib/platform/request.ts';
import type { LayoutLoad } from './$types';

export const load: LayoutLoad = async ({ fetch, url }) => {
  // The page's headers keep it out of frames. Should it come to be in one all the same, nothing is asked and nothing shown there.
  if (window.top !== window) return { broker: null, failure: null };
  // A failure is shown within the page, with a way to try again, instead of replacing the page.
  try {
    return { broker: await openBroker(createRequester({ fetch }), url.origin), failure: null };
  } catch (failure) {
    return { broker: null, failure };
  }
};
