import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import { loadLaterMessages, setLanguage } from '../../../src/lib/i18n/messages.ts';
import ListSummary from '../../../src/lib/list/ListSummary.svelte';

await setLanguage('en');
await loadLaterMessages();

function summarise(...metres: number[]): string {
  const near = metres.map((distanceMetres, at) => ({ distanceMetres, point: { id: `PL_${at}` } }));
  const list = { phase: 'found', near, reading: false };
  const rows = near.map((row) => ({ ...row, details: undefined, evaluation: null, alike: false }));
  const props = {
    list,
    rows,
    filtered: false,
    fromPlace: true,
    about: false,
    accuracyMetres: null,
    total: 100,
  };
  return render(ListSummary, { props: props as never }).body;
}

it('far from every point, the list says so, and how far the nearest is', () => {
  expect(summarise(12_185_000, 12_190_000)).toContain('No points near here: the nearest is 12,185 km away');
  expect(summarise(99_000, 12_185_000)).toContain('The nearest 2');
});
