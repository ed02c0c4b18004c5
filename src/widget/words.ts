/** What the element says itself, until the frame has sent its words in the shopper's language; `messages` overrides both. */
export const WORDS = {
  trigger: 'Choose your drop-off point',
  change: 'Change drop-off point',
  close: 'Close',
  gone: 'This point is no longer available.',
  failed: 'The points could not be loaded.',
  retry: 'Try again',
};

export type Words = typeof WORDS;
