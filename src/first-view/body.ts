/** Runs behind the search field that stands in the page, before the app's code is there. */
const theme = new URLSearchParams(location.hash.slice(1)).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
const standsAlone = location.pathname !== '/' && parent === window;
const field = document.getElementById('first-paint');
if (field !== null && !standsAlone) showFirstPaint(field);

/** The words of the search field in each language, by language and key: FirstPaint.svelte has a key behind `~` where a word belongs. */
type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Shows the search field before the app (FirstPaint.svelte), in the shopper's language, on the picker's pages. Without JavaScript it would
 * be of no use. What is typed, FindInput.svelte takes over.
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
  // It looks as it will, but only the field and the links can be used yet.
  for (const button of first.querySelectorAll('button')) button.inert = true;
  keepTyped(first.querySelector('input')!);
}

/** Notes on the field what the app must know of the typing before it came. */
function keepTyped(input: HTMLInputElement): void {
  const keep = (name: string, value: boolean) => {
    if (value) input.dataset[name] = '';
    else delete input.dataset[name];
  };
  input.addEventListener('compositionstart', () => keep('composing', true));
  input.addEventListener('compositionend', () => keep('composing', false));
  input.addEventListener('input', () => keep('entered', false));
  input.addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Enter' && !isComposing) keep('entered', true);
  });
  // SvelteKit gives the focus of a page that it opens to what has this attribute, or else to nothing.
  input.addEventListener('focus', () => (input.autofocus = true));
  input.addEventListener('blur', () => (input.autofocus = false));
  // As PickerTools.svelte would: the page is there for this search, but a keyboard on the screen would cover the map.
  const searchFirst = location.pathname === '/' && !new URLSearchParams(location.search).has('point');
  if (searchFirst && matchMedia('(pointer: fine)').matches) input.focus({ preventScroll: true });
}
