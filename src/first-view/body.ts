import { setTheme } from './set-theme.ts';

/** Runs after the search field in the page's HTML has been parsed, before the app's code has loaded. */
setTheme();
const { pathname, hash } = location;
// The page of an order's link begins with a question.
const standsAlone = (pathname === '/embed' && parent === window) || /^#(.*&)?order=/.test(hash);
if (pathname === '/choose')
  document.documentElement.dataset['bar'] = new URLSearchParams(hash.slice(1)).get('bar') ?? '';
const field = document.getElementById('first-paint');
if (field !== null && !standsAlone) showFirstPaint(field);

/** The search field's texts by language and key. In FirstPaint.svelte, `~key` is the placeholder of a text. */
type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Shows the search field (FirstPaint.svelte) in the shopper's language before the app has loaded. It is hidden until then, as
 * without JavaScript it would be of no use. FindInput.svelte takes over what has been typed.
 */
function showFirstPaint(first: HTMLElement): void {
  const language = window.droppointLanguage ?? 'en';
  const words = JSON.parse(first.dataset['words']!) as Words;
  const own = words[language] ?? words['en']!;
  const nodes = document.createTreeWalker(first, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode())
    for (const text of node instanceof Element ? node.attributes : [node])
      if (text.nodeValue!.startsWith('~')) text.nodeValue = own[text.nodeValue!.slice(1)]!;
  document.documentElement.lang = language;
  first.hidden = false;
  // Only the field and the links work before the app has loaded.
  for (const button of first.querySelectorAll('button')) button.inert = true;
  recordTyping(first.querySelector('input')!);
}

/** Records typing in the field as data attributes, which the app reads once it has loaded. */
function recordTyping(input: HTMLInputElement): void {
  const record = (name: string, value: boolean) => input.toggleAttribute(`data-${name}`, value);
  input.addEventListener('compositionstart', () => record('composing', true));
  input.addEventListener('compositionend', () => record('composing', false));
  input.addEventListener('input', () => record('entered', false));
  input.addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Enter' && !isComposing) record('entered', true);
  });
  // When SvelteKit starts, it focuses the element with this attribute, or else resets the focus.
  input.addEventListener('focus', () => (input.autofocus = true));
  input.addEventListener('blur', () => (input.autofocus = false));
  // As in PickerTools.svelte: search is the page's main purpose, but an on-screen keyboard would cover the map.
  const searchFirst = pathname === '/' && !new URLSearchParams(location.search).has('point');
  if (searchFirst && matchMedia('(pointer: fine)').matches) input.focus({ preventScroll: true });
}
