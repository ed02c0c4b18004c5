import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_RULES } from '../../../src/lib/filter/point-rules.ts';
import { AddressBar } from '../../../src/lib/picker/address-bar.ts';
import type { Browsing } from '../../../src/lib/picker/browsing.ts';

const browsing = (pointId: string | null = null, text = ''): Browsing => ({
  view: null,
  text,
  from: null,
  rules: NO_RULES,
  pointId,
});

/** A history whose `go` is asynchronous, as in browsers. */
function open(entries = [{ query: '', layers: 0 }]) {
  let at = entries.length - 1;
  const told: string[] = [];
  const bar: AddressBar = new AddressBar(
    {
      push(address, layers) {
        entries.splice(++at, Infinity, { query: address.slice(1), layers });
        bar.reached(layers);
      },
      replace(address, layers) {
        entries[at] = { query: address.slice(1), layers };
        bar.reached(layers);
      },
      go: (by) => void setTimeout(() => travel(by), 10),
      query: () => new URLSearchParams(entries[at]!.query),
      closeLayers: (layers) => told.push(`close to ${layers}`),
      reopen: (query) => told.push(`reopen ${query}`),
    },
    at,
  );
  function travel(by: number) {
    at += by;
    bar.reached(entries[at]!.layers);
  }
  return { bar, entries, told, travel, here: () => entries[at]! };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const rest = () => vi.advanceTimersByTimeAsync(1_000);

describe('the address bar', () => {
  it('writes what changes often once it has come to rest', async () => {
    const { bar, entries, here } = open();
    for (const text of ['a', 'ab', 'abc']) bar.show(browsing(null, text), 0);
    expect(here().query).toBe('');
    await rest();
    expect(entries).toEqual([{ query: 'search=abc', layers: 0 }]);
  });

  it('makes an entry for each layer, and takes it away when it is closed by hand', async () => {
    const { bar, entries, here, told } = open();
    bar.show(browsing('a'), 1);
    bar.show(browsing('a'), 2);
    expect(entries.map(({ layers }) => layers)).toEqual([0, 1, 2]);
    bar.show(browsing(), 0);
    // Called while the history is travelling: written to the entry where it arrives.
    bar.show(browsing(null, 'x'), 0);
    await rest();
    expect([here(), told]).toEqual([{ query: 'search=x', layers: 0 }, []]);
  });

  it('goes on with the entries of before a reload', async () => {
    const { bar, entries, here } = open([
      { query: '', layers: 0 },
      { query: 'point=a', layers: 1 },
    ]);
    bar.show(browsing('a'), 1);
    await rest();
    expect(entries).toHaveLength(2);
    bar.show(browsing(), 0);
    await rest();
    expect(here()).toBe(entries[0]);
  });

  it('closes layers when Back is pressed, and opens them again with Forward', async () => {
    const { bar, travel, told } = open();
    bar.show(browsing('a'), 1);
    travel(-1);
    expect(told).toEqual(['close to 0']);
    bar.show(browsing(), 0);
    await rest();
    travel(1);
    expect(told).toEqual(['close to 0', 'reopen point=a']);
  });

  it('knows another card in the same place as the same layer', async () => {
    const { bar, entries } = open();
    bar.show(browsing('a'), 1);
    bar.show(browsing('b'), 1);
    await rest();
    expect(entries).toEqual([
      { query: '', layers: 0 },
      { query: 'point=b', layers: 1 },
    ]);
  });

  it('writes nothing more once its page is gone', async () => {
    const { bar, here } = open();
    bar.show(browsing(null, 'x'), 0);
    bar.destroy();
    await rest();
    expect(here().query).toBe('');
  });
});
