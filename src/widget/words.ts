/** What the element says itself, until the frame has sent its words in the shopper's language; `messages` overrides both. */
export const WORDS = {
  trigger: 'Choose a drop-off point',
  change: 'Change drop-off point',
  title: 'Drop-off points',
  close: 'Close',
  gone: 'This drop-off point is no longer available.',
  failed: 'Drop-off points could not be loaded.',
  retry: 'Try again',
};

export type Words = typeof WORDS;
