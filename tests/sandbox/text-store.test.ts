import { expect, it } from 'vitest';
import { readText, TextStore } from '../../sandbox/carrier/text-store.ts';

it('keeps each text as it came: short ones in a block, one that is longer than a block, and none', () => {
  const store = new TextStore();
  const texts = [
    '{"name":"Łucja 😀"}',
    '',
    'é'.repeat(700_000),
    'a'.repeat(1_048_576),
    '{}',
    'b'.repeat(600_000),
  ];
  const kept = [...texts, ...texts].map((text) => store.keep(text));
  expect(kept.map(readText)).toEqual([...texts, ...texts]);
});

it('keeps short texts in one block', () => {
  const store = new TextStore();
  expect(new Set(['{}', '[1]', '"ż"'].map((text) => store.keep(text).block)).size).toBe(1);
});
