import type { Component } from 'svelte';
import { render } from 'svelte/server';
import {
  allMessages,
  LANGUAGES,
  overrideMessages,
  loadSentences,
  setLanguage,
  loadLaterMessages,
} from '../i18n/messages.ts';
import { wrapPlaceholder } from '../ui/wrap-placeholder.ts';
import FirstPaint from './FirstPaint.svelte';

/** Prefix of a sentence's key, which is written in place of the sentence. */
const MARK = '~';

/**
 * Renders the first paint of the picker, with keys in place of sentences, and attaches these sentences in all languages: src/first-view
 * fills in those of the shopper's language.
 * @param embedded whether it is for the page in shops' frames
 * @param bar the page's own bar with its heading, in place of header and heading
 */
export async function writeFirstPaint(props: {
  embedded: boolean;
  bar?: Component | undefined;
}): Promise<string> {
  await setLanguage('en');
  await loadLaterMessages();
  overrideMessages(Object.fromEntries(Object.keys(allMessages).map((key) => [key, MARK + key])));
  const { body } = render(FirstPaint, { props });
  overrideMessages({});
  const markup = trim(body);
  const messageKeys = [...new Set([...markup.matchAll(/~(\w+)/g)].map(([, key]) => key!))];
  const words: Record<string, Record<string, string>> = {};
  for (const language of LANGUAGES) {
    const sentences = (await loadSentences(language)) as Record<string, () => string>;
    const write = (key: string) =>
      markup.includes(`data-placeholder="${MARK}${key}"`)
        ? wrapPlaceholder(sentences[key]!())
        : sentences[key]!();
    words[language] = Object.fromEntries(messageKeys.map((key) => [key, write(key)]));
  }
  return `<div id="first-paint" hidden data-words="${escape(JSON.stringify(words))}">${markup}</div>`;
}

/**
 * Removes parts that no one sees or hears: Svelte's hydration markers, and the labels of buttons,
 * which don't work yet.
 */
const trim = (markup: string) =>
  markup
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<button[^]*?<\/button>/g, (button) =>
      button.replaceAll(/<span[^]*?<\/span>| (?:aria-(?!hidden)[a-z]+|title|type)="[^"]*"/g, ''),
    )
    .replaceAll(/\s+/g, ' ');

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
