import { expect, it } from 'vitest';
import { assignFiles } from '../../scripts/split-files.mjs';

const LOCATOR = 'src/routes/+page.svelte';
const FRAME = 'src/routes/embed/+page.svelte';
const CHOOSE = 'src/routes/choose/+page.svelte';
const DESK = 'src/routes/account/+layout.ts';
const PARTS = 'src/lib/picker/parts.ts';
/** The entries without imports of their own here. */
const OTHERS = [
  'src/hooks.client.ts',
  'src/routes/+layout.svelte',
  'src/routes/+error.svelte',
  'node_modules/@sveltejs/kit/src/runtime/client/entry.js',
  'src/lib/i18n/compiled/messages/en.js',
  'src/routes/account/[[screen]]/+page.svelte',
  'src/routes/account/[[screen]]/+page.ts',
  'src/lib/map/base-map.ts',
];

/** Files of a build whose modules import these; `parts` are what the picker's list of parts loads later. */
function assign(imports: Record<string, string[]>, parts: string[] = []) {
  const ids = new Set([...OTHERS, LOCATOR, FRAME, CHOOSE, DESK, PARTS, ...parts]);
  for (const [id, imported] of Object.entries(imports)) [id, ...imported].forEach((each) => ids.add(each));
  return assignFiles({
    ids: [...ids],
    imports: (id) => imports[id] ?? [],
    lazyImports: (id) => (id === PARTS ? parts : []),
  });
}

it.each<[what: string, file: string | undefined, imports: Record<string, string[]>, parts?: string[]]>([
  ['every page needs', 'base', { 'src/hooks.client.ts': ['a'], a: ['it'] }],
  ['the locator alone needs', 'base', { [LOCATOR]: ['it'] }],
  ['the locator needs in a shop’s frame too', 'picker', { [LOCATOR]: ['it'], [FRAME]: ['it'] }],
  ['picker and desk need', 'base', { [LOCATOR]: ['it'], [FRAME]: ['it'], [DESK]: ['it'] }],
  ['a shop’s frame needs besides', 'frame', { [FRAME]: ['it'] }],
  ['a shop’s frame and the page of its own need', 'settings', { [FRAME]: ['it'], [CHOOSE]: ['it'] }],
  ['the page of its own needs', 'choose', { [CHOOSE]: ['it'] }],
  ['a shop’s frame and the desk need', 'notices', { [FRAME]: ['it'], [DESK]: ['it'] }],
  ['the world map needs', 'map', { 'src/lib/map/base-map.ts': ['it'] }],
  ['the picker’s other parts need', 'parts', { part: ['it'] }, ['part']],
  ['the picker’s other parts and the desk need', 'shared', { part: ['it'], [DESK]: ['it'] }, ['part']],
  ['the desk needs', 'desk', { [DESK]: ['it'] }],
  ['no first screen needs', undefined, { 'src/lib/card/PointCard.svelte': ['it'] }],
])('what %s is in the file %s', (_, file, imports, parts) => {
  expect(assign(imports, parts).get('it')).toBe(file);
});

it('zod, for which the locator’s first pins don’t wait, is in a file of its own', () => {
  const zod = 'node_modules/zod/v4/mini/index.js';
  expect(assign({ [FRAME]: ['it'], it: [zod], [CHOOSE]: [zod], [DESK]: [zod] }).get(zod)).toBe('schemas');
});

it('styles of what the page’s HTML shows come with the picker, its code where it is needed', () => {
  const style = 'src/lib/find/FindField.svelte?svelte&type=style&lang.css';
  const code = 'src/lib/find/FindField.svelte';
  const files = assign({ part: [code], [code]: [style] }, ['part']);
  expect([files.get(style), files.get(code)]).toEqual(['picker', 'parts']);
});

it('an entry that isn’t there is told', () => {
  expect(() => assignFiles({ ids: OTHERS, imports: () => [], lazyImports: () => [] })).toThrow(PARTS);
});
