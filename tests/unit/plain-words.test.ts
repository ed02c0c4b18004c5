import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import house from '../../scripts/checks/plain-words.mjs';

function lint(code: string): string[] {
  const config = { plugins: { house }, rules: { 'house/plain-words': 'error' } } as Linter.Config;
  return new Linter().verify(code, config).map(({ message }) => message);
}

describe('the lint rule for plain words', () => {
  it.each([
    ['a function', 'function tellParcel() {}', /describe, report or send.*“tell”/],
    ['a variable', 'const asked = []', /requested.*“asked”/],
    ['a constant', 'const KEPT_TILES = 8', /stored or retained.*“kept”/],
    ['a parameter', 'const f = (meant) => 1', /intended/],
    ['a destructured variable', 'const { requested: asked } = {}', /requested/],
    ['a private method', 'class A { #ask() {} }', /“ask”/],
    ['a comment', '// Who comes second waits.', /subject and verb/],
  ])('%s in another word is reported with the plain one', (_, code, message) => {
    expect(lint(code)).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ['standard terms', 'const keepAlive = true'],
    ['keys of stored data', 'const { saidMs } = { saidMs: 1 }'],
    ['members of others', 'other.ask()'],
    ['questions in comments', '// What if it fails? It is repeated.'],
    ['words that only contain one', 'const task = 1, asking = 2, telltale = 3'],
  ])('%s are allowed', (_, code) => {
    expect(lint(code)).toEqual([]);
  });
});
