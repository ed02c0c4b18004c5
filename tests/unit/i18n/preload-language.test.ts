import { afterEach, expect, it, vi } from 'vitest';
import { preloadLanguage } from '../../../src/first-view/preload-language.ts';

const FILES = { en: '/en.js', de: '/de.js /de-parcels.js /de-returns.js', pl: '/pl.js' };

afterEach(() => vi.unstubAllGlobals());

/** @returns the chosen language, and the requested files */
function preload(address: string, spoken: readonly string[], isNeeded?: (at: number) => boolean) {
  const requests: string[] = [];
  const { search, hash } = new URL(address, 'http://localhost');
  const page: { droppointLanguage?: string } = {};
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { search, hash });
  vi.stubGlobal('navigator', { languages: spoken });
  vi.stubGlobal('document', {
    querySelector: () => ({ content: JSON.stringify(FILES) }),
    createElement: () => ({}),
    head: { append: ({ href }: { href: string }) => requests.push(href) },
  });
  preloadLanguage(isNeeded);
  return { language: page.droppointLanguage, requests };
}

it.each<[what: string, address: string, spoken: string[], language: string]>([
  ['is the browser’s', '/', ['de-AT', 'en'], 'de'],
  ['is the first supported one of the browser’s', '/', ['tlh', 'PL'], 'pl'],
  ['is the address’s', '/?language=pl', ['de'], 'pl'],
  ['is the address’s in a shop’s frame', '/embed#language=pl', ['de'], 'pl'],
  ['is the browser’s if the address’s isn’t supported', '/?language=tlh', ['de'], 'de'],
  ['is English if no other is supported', '/?language=constructor', ['ar-EG'], 'en'],
])('the first view’s language %s', (_, address, spoken, language) => {
  expect(preload(address, spoken).language).toBe(language);
});

it('only the language’s files that the page needs are requested', () => {
  expect(preload('/', ['pl']).requests).toEqual(['/pl.js']);
  expect(preload('/', ['de'], (at) => at !== 1).requests).toEqual(['/de.js', '/de-returns.js']);
});
