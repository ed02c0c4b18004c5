/** What the element says itself, until the frame has sent its words in the shopper's language; `messages` overrides both. */
export const WORDS = {
  trigger: 'Choose your pick-up point',
  change: 'Change pick-up point',
  close: 'Close',
  failed: 'The points could not be loaded.',
  retry: 'Try again',
};

/** `gone` is said of what the frame has found out, so it comes from there alone. */
export type Words = typeof WORDS & { gone?: string };
