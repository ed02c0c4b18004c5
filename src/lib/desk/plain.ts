/**
 * A copy of plain data without Svelte's proxies, which neither IndexedDB nor another tab takes. Not `$state.snapshot`, which would bring 2.7 KB
 * into the first file of every page.
 */
export const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
