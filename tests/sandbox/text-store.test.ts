import { expect, it } from 'vitest';
import { readStoredText, TextStore } from '../../sandbox/carrier/text-store.ts';

it('Text store: returns each text unchanged: short, longer than a block, and empty', () => {
  const store = new TextStore();
  const texts = [
    '{"name":"Łucja 😀"}',
    '',
    'é'.repeat(700_000),
    'a'.repeat(1_048_576),
    '{}',
    'b'.repeat(600_000),
  ];
  const stored = [...texts, ...texts].map((text) => store.add(text));
  expect(stored.map(readStoredText)).toEqual([...texts, ...texts]);
});

it('Text store: short texts share a block', () => {
  const store = new TextStore();
  expect(new Set(['{}', '[1]', '"ż"'].map((text) => store.add(text).block)).size).toBe(1);
});
