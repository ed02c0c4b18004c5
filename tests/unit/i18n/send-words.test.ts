import { describe, expect, it } from 'vitest';
import { loadSentences, LANGUAGES } from '../../../src/lib/i18n/messages.ts';
import { rewriteForSending } from '../../../src/lib/i18n/send-words.ts';

type Texts = Record<string, (inputs?: object) => string>;

/** Texts that name the points, or the chosen one. */
const NAMING =
  'picker_heading page_find_title widget_change widget_gone map_map chosen_heading list_label list_chosen'.split(
    ' ',
  );

describe.each(LANGUAGES)('the words for points where parcels are handed in, in %s', (language) => {
  it('replace those for points where parcels are collected', async () => {
    const messages = (await loadSentences(language)) as Texts;
    const rewritten = rewriteForSending(messages, language) as Texts;
    for (const key of NAMING) expect(rewritten[key]!(), key).not.toBe(messages[key]!());
    expect(rewritten['widget_blocked']!()).not.toBe(messages['widget_blocked']!());
    expect(rewritten['card_types_apm']!()).toBe(messages['card_types_apm']!());
  });

  it('leave names of places and points as they are', async () => {
    const messages = (await loadSentences(language)) as Texts;
    const rewritten = rewriteForSending(messages, language) as Texts;
    const name = 'Abholstelle pick-up, punkt odbioru de retrait afhaalpunt видачі výdejní';
    expect(rewritten['chosen_announce']!({ name })).toBe(messages['chosen_announce']!({ name }));
    expect(rewritten['list_none_in_countries']!({ countries: name })).toContain(name);
    expect(rewritten['list_nearest']!({ amount: 50 })).toBe(messages['list_nearest']!({ amount: 50 }));
  });
});
