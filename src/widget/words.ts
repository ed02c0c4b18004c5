import { WORDS } from '../lib/i18n/compiled/widget-words.js';

const NAMES = ['trigger', 'change', 'close', 'failed', 'more', 'gone'] as const;

/**
 * What the element says itself: on the button, without and with a choice, on the button that closes the dialog, and when the frame fails;
 * then on the button beneath the nearest points; and of a point that has closed. `messages` overrides them by these names.
 */
type Sentences = Record<(typeof NAMES)[number], string>;

// One text, because that packs best.
const lines = WORDS.split('\n').map((line) => line.split('|'));

/** The words in a language, as BCP 47 writes it; English where there are none. */
export function wordsIn(language = ''): Sentences {
  const primary = language.toLowerCase().split('-')[0];
  const [, ...words] = lines.find(([name]) => name === primary) ?? lines[0]!;
  return Object.fromEntries(NAMES.map((name, at) => [name, words[at]])) as Sentences;
}
