import { WORDS } from '../../languages/compiled/widget-words.js';

/**
 * Texts of the element itself, in a language (BCP 47 tag), or in English if there is no translation: on
 * the button, without and with a choice; on the button that closes the dialog; after the frame has
 * failed. `messages` overrides them by these names; `more`, on the button below the nearest points, comes
 * along with these.
 */
export function wordsIn(language = '') {
  const primary = language.toLowerCase().split('-')[0];
  // A single text, because it compresses best.
  const lines = WORDS.split(';').map((line) => line.split('|'));
  const [, trigger, change, close, failed] = lines.find(([name]) => name === primary) ?? lines[0]!;
  return { trigger, change, close, failed } as Record<'trigger' | 'change' | 'close' | 'failed', string>;
}
