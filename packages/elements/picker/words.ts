import { WORDS } from '../../../src/lib/i18n/compiled/widget-words.js';

const NAMES = ['trigger', 'change', 'close', 'failed'] as const;

/**
 * Texts of the element itself: on the button, without and with a choice; on the button that closes the dialog; after the frame
 * has failed. `messages` overrides them by these names; `more`, on the button below the nearest points, comes with these.
 */
type Sentences = Record<(typeof NAMES)[number], string>;

// One text, because it compresses best.
const lines = WORDS.split('\n').map((line) => line.split('|'));

/** Texts in a language (BCP 47 tag); in English if there is no translation. */
export function wordsIn(language = ''): Sentences {
  const primary = language.toLowerCase().split('-')[0];
  const [, ...words] = lines.find(([name]) => name === primary) ?? lines[0]!;
  return Object.fromEntries(NAMES.map((name, at) => [name, words[at]])) as Sentences;
}
