/**
 * Copies plain data without Svelte's proxies, which can't be stored in IndexedDB or posted to another
 * tab. Not `$state.snapshot`, which would add 2.7 KB to the first file of every page.
 */
export const copyPlain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
