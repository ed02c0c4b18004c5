import { render } from 'svelte/server';
import { allMessages, LANGUAGES, overrideMessages, readSentences, speak, speakOn } from '../i18n/messages.ts';
import FirstPaint from './FirstPaint.svelte';

/** Stands before the key of a sentence, in place of the sentence. */
const MARK = '~';

/**
 * Writes what the first HTML shows of the picker, with the keys of sentences in their places, and beside it these sentences in all
 * languages: src/first-view puts in the shopper's.
 * @param embedded whether for the page in shops' frames
 */
export async function writeFirstPaint(embedded: boolean): Promise<string> {
  await speak('en');
  await speakOn();
  overrideMessages(Object.fromEntries(Object.keys(allMessages).map((key) => [key, MARK + key])));
  const { body } = render(FirstPaint, { props: { embedded } });
  overrideMessages({});
  const markup = trim(body);
  const said = [...new Set([...markup.matchAll(/~(\w+)/g)].map(([, key]) => key!))];
  const words: Record<string, Record<string, string>> = {};
  for (const language of LANGUAGES) {
    const sentences = (await readSentences(language)) as Record<string, () => string>;
    words[language] = Object.fromEntries(said.map((key) => [key, sentences[key]!()]));
  }
  return `<div id="first-paint" hidden data-words="${escape(JSON.stringify(words))}">${markup}</div>`;
}

/** Leaves out what nobody sees or hears: Svelte's marks for taking over markup, and what buttons say before they can be pressed. */
const trim = (markup: string) =>
  markup
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<button[^]*?<\/button>/g, (button) =>
      button.replaceAll(/<span[^]*?<\/span>| (?:aria-(?!hidden)[a-z]+|title|type)="[^"]*"/g, ''),
    )
    .replaceAll(/\s+/g, ' ');

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
