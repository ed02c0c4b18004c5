import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import languages from '../../../packages/languages/languages.json' with { type: 'json' };
import { LANGUAGES } from '../../../src/lib/i18n/messages.ts';
import { wordsIn } from '../../../packages/elements/picker/words.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'src/lib/i18n/messages');

interface Variants {
  declarations: string[];
  selectors: string[];
  match: Record<string, string>;
}
type Message = string | [Variants];

/** Messages for everyone, those about an order and a return, and those for brokers by screen. */
const ROOMS = [
  '',
  'first',
  'order',
  'return',
  'broker',
  'packing',
  ...['send', 'import', 'parcels', 'returns', 'pickups'].map((screen) => `broker/${screen}`),
];

/** All messages; for a partial language, the existing ones. */
function readLanguage(language: string): Map<string, Message> {
  const folders = ROOMS.map((room) => join(FOLDER, room)).filter((folder) =>
    existsSync(join(folder, `${language}.json`)),
  );
  const parts = folders.map((folder) => {
    const { $schema: _, ...messages } = JSON.parse(
      readFileSync(join(folder, `${language}.json`), 'utf8'),
    ) as Record<string, Message>;
    return Object.entries(messages);
  });
  return new Map(parts.flat());
}

const ENGLISH = readLanguage('en');
const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const PARTIAL: readonly string[] = languages.partial;

const textsOf = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message[0].match);
const inputsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');

/** The plural categories of whole numbers; millions have a further one in Romance languages, but only when spelled out. */
const categoriesOf = (language: string) => {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))];
};

/** Texts that are correctly the same as in English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  // A name, patterns without words, and a word of most languages.
  every: ['Droppoint', '{type} {id}', '{screen} · Droppoint', 'E-mail', 'Status', 'ID', 'SKU'],
  // Words that both languages share.
  cs: ['Import'],
  de: ['Position', 'Import', 'Problem', '{field} (optional)'],
  fr: ['Notes', 'Type', 'type', 'Position', 'Services', 'services', '{shown} point', '{shown} points'],
  it: ['Account'],
  nl: ['Filters', 'Postcode', 'Account', 'Label', 'Label (PDF)'],
  pl: ['Import', 'Problem'],
};

function findSame(language: string): string[] {
  const allowed = new Set([...(SAME['every'] ?? []), ...(SAME[language] ?? [])]);
  return [...readLanguage(language)].flatMap(([key, message]) => {
    const english = textsOf(ENGLISH.get(key) ?? '');
    return textsOf(message)
      .filter((text) => english.includes(text) && !allowed.has(text))
      .map((text) => `${key}: ${text}`);
  });
}

describe.each(OTHERS)('messages in %s', (language) => {
  const messages = readLanguage(language);

  it('the keys are exactly the English ones, or some of them if the language is partial', () => {
    const expected = [...ENGLISH.keys()].filter((key) => !PARTIAL.includes(language) || messages.has(key));
    expect([...messages.keys()].sort()).toEqual(expected.sort());
  });

  it('the placeholders are the English ones', () => {
    const wrong = [...messages].filter(([key, message]) => {
      const english = ENGLISH.get(key) ?? '';
      const [expected = ''] = textsOf(english).map(inputsOf);
      const sameKind =
        typeof message === 'string' || typeof english === 'string'
          ? typeof message === typeof english
          : message[0].declarations.join() === english[0].declarations.join();
      return !sameKind || textsOf(message).some((text) => inputsOf(text) !== expected);
    });
    expect(wrong).toEqual([]);
  });

  it('each kind of count has its form', () => {
    const categories = categoriesOf(language).filter((category) => category !== 'other');
    const lacking = [...messages].flatMap(([key, message]) => {
      if (typeof message === 'string') return [];
      const [{ match, selectors }] = message;
      expect(selectors, key).toEqual(['count']);
      return [...categories.map((category) => `count=${category}`), 'count=*']
        .filter((form) => match[form] === undefined)
        .map((form) => `${key} ${form}`);
    });
    expect(lacking).toEqual([]);
  });

  it('no message is left in English', () => {
    expect(findSame(language)).toEqual([]);
  });

  it('punctuation is typographic', () => {
    const typed = [...messages].filter(([, message]) =>
      textsOf(message).some((text) => /['"]|\.\.\.|(?<! ) {2}|^\s|\s$/.test(text)),
    );
    expect(typed).toEqual([]);
  });
});

describe('messages in English', () => {
  it('every message is used', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|svelte)$/.test(name) && !name.includes('compiled'))
      .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
      .join('\n');
    const used = new Set([...sources.matchAll(/\b(?:m|packing)\.(\w+)/g)].map((match) => match[1]));
    // Families of messages, of which one is chosen by kind: m[`state_${kind}`].
    const families = [...sources.matchAll(/\b(?:m|packing)\[`(\w+_)\$\{\w+\}`\]/g)].map((match) => match[1]!);
    const isAnnounced = (key: string) => used.has(key) || families.some((family) => key.startsWith(family));
    expect([...ENGLISH.keys()].filter((key) => !isAnnounced(key))).toEqual([]);
  });
});

describe('the words for a point', () => {
  it('the words are a recipient’s, except about the code of a return', () => {
    const english = [...ENGLISH.values()].flatMap(textsOf);
    expect(
      [...english, ...Object.values(wordsIn('en'))].filter((text) => /drop-?off(?! code)/i.test(text)),
    ).toEqual([]);
  });

  it.each(LANGUAGES)('the button in the shop and the picker use the same words: %s', (language) => {
    const sentences = readLanguage(language);
    const { trigger, change, close, failed } = wordsIn(`${language}-XX`);
    expect([trigger, change, close]).toEqual(
      ['picker_heading', 'widget_change', 'card_close'].map((key) => sentences.get(key) ?? ENGLISH.get(key)),
    );
    expect(failed).toMatch(/\.$/);
  });
});
