import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_RULES } from '#filter/point-rules.ts';
import { AddressBar, type Entry } from '../../../src/lib/picker/address-bar.ts';
import type { Browsing } from '../../../src/lib/picker/browsing.ts';
import type { MapPlace } from '../../../src/lib/picker/map-view.svelte.ts';

const browsing = (pointId: string | null = null, text = ''): Browsing => ({
  view: null,
  text,
  from: null,
  rules: NO_RULES,
  pointId,
});

interface WrittenEntry extends Partial<Entry> {
  query: string;
}

/** A place at this latitude. */
const placeAt = (latitude: number): MapPlace => ({
  view: { latitude, longitude: 0, zoom: 9 },
  from: null,
  here: null,
  followsDevice: false,
});

/** A history whose `go` is asynchronous, as in browsers. @param awaited where an earlier bar was going */
function open(entries: WrittenEntry[] = [{ query: '', layers: 0 }], awaited: Entry | null = null) {
  let at = entries.length - 1;
  const reports: string[] = [];
  const now = { latitude: 0, restored: Promise.resolve() };
  // The bar writes to the history while it is made.
  const opened: { bar?: AddressBar } = {};
  const bar = new AddressBar(
    {
      push(address, { search, layers }) {
        entries.splice(++at, Infinity, { query: address.slice(1), layers, ...(search > 0 && { search }) });
        opened.bar?.reached({ search, layers });
      },
      replace(address, { search, layers }) {
        entries[at] = { query: address.slice(1), layers, ...(search > 0 && { search }) };
        opened.bar?.reached({ search, layers });
      },
      go: (by) => void setTimeout(() => travel(by), 10),
      query: () => new URLSearchParams(entries[at]!.query),
      closeLayers: (layers) => reports.push(`close to ${layers}`),
      reopen: (query) => reports.push(`reopen ${query}`),
      place: () => placeAt(now.latitude),
      restore(query, place) {
        reports.push(`restore ${query} at ${place?.view.latitude}`);
        return now.restored;
      },
    },
    entries[at]!,
    awaited,
  );
  opened.bar = bar;
  function travel(by: number) {
    at += by;
    const { query: _, ...state } = entries[at]!;
    bar.reached(state);
  }
  /** @param searches number of searches until now @param before latitude of the map before the last one */
  const show = (shown: Browsing, layers: number, searches = 0, before = 0) =>
    bar.show(shown, layers, { amount: searches, before: searches === 0 ? null : placeAt(before) });
  return { bar, entries, reports, travel, show, now, here: () => entries[at]! };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const rest = () => vi.advanceTimersByTimeAsync(1_000);

describe('the address bar', () => {
  it('frequent changes are written once they have settled', async () => {
    const { entries, here, show } = open();
    for (const text of ['a', 'ab', 'abc']) show(browsing(null, text), 0);
    expect(here().query).toBe('');
    await rest();
    expect(entries).toEqual([{ query: 'search=abc', layers: 0 }]);
  });

  it('each layer has a history entry, which is removed when the shopper closes the layer', async () => {
    const { entries, here, reports, show } = open();
    show(browsing('a'), 1);
    show(browsing('a'), 2);
    expect(entries.map(({ layers }) => layers)).toEqual([0, 1, 2]);
    show(browsing(), 0);
    // Called while `go` is pending: written to the entry where it arrives.
    show(browsing(null, 'x'), 0);
    await rest();
    expect([here(), reports]).toEqual([{ query: 'search=x', layers: 0 }, []]);
  });

  it('the entries from before a reload are continued', async () => {
    const { entries, here, show } = open([
      { query: '', layers: 0 },
      { query: 'point=a', layers: 1 },
    ]);
    show(browsing('a'), 1);
    await rest();
    expect(entries).toHaveLength(2);
    show(browsing(), 0);
    await rest();
    expect(here()).toBe(entries[0]);
  });

  it('one that takes over while another goes back writes nothing until the history is there', async () => {
    const before = open();
    before.show(browsing('a'), 1);
    before.show(browsing(), 0);
    expect(before.bar.destroy()).toEqual({ search: 0, layers: 0 });
    const { entries, travel, reports, show } = open(before.entries, { search: 0, layers: 0 });
    show(browsing('b'), 1);
    await rest();
    expect(entries.map(({ query }) => query)).toEqual(['', 'point=a']);
    travel(-1);
    expect(entries.map(({ query }) => query)).toEqual(['', 'point=b']);
    expect(reports).toEqual([]);
  });

  it('plain entries from before its code was loaded are replaced, also if the page reports the present one meanwhile', async () => {
    const plain = [0, 1, 2].map((layers) => ({ query: '', layers }));
    const { bar, entries, reports, show } = open(plain);
    show(browsing('a', 'Kraków'), 1, 1);
    bar.reached({ layers: 2 });
    await rest();
    expect(entries).toEqual([
      { query: '', layers: 0 },
      { query: 'search=Krak%C3%B3w', search: 1, layers: 0 },
      { query: 'search=Krak%C3%B3w&point=a', search: 1, layers: 1 },
    ]);
    expect(reports).toEqual([]);
  });

  it('Back closes layers, and Forward reopens them', async () => {
    const { travel, reports, show } = open();
    show(browsing('a'), 1);
    travel(-1);
    expect(reports).toEqual(['close to 0']);
    show(browsing(), 0);
    await rest();
    travel(1);
    expect(reports).toEqual(['close to 0', 'reopen point=a']);
  });

  it('another card in the same place is the same layer', async () => {
    const { entries, show } = open();
    show(browsing('a'), 1);
    show(browsing('b'), 1);
    await rest();
    expect(entries).toEqual([
      { query: '', layers: 0 },
      { query: 'point=b', layers: 1 },
    ]);
  });

  it('each search has an entry, and Back shows the previous state', async () => {
    const { entries, reports, travel, show, now } = open();
    show(browsing(), 0);
    // The view hasn't been written yet when the search begins.
    show({ ...browsing(), view: placeAt(50).view }, 0);
    show(browsing(null, 'Praha'), 0, 1, 50);
    await rest();
    expect(entries).toEqual([
      { query: 'latitude=50.00000&longitude=0.00000&zoom=9', layers: 0 },
      { query: 'search=Praha', layers: 0, search: 1 },
    ]);
    now.latitude = 51;
    travel(-1);
    expect(reports).toEqual(['restore latitude=50.00000&longitude=0.00000&zoom=9 at 50']);
    show({ ...browsing(), view: placeAt(50).view }, 0, 1, 50);
    await rest();
    now.latitude = 50;
    travel(1);
    expect(reports[1]).toBe('restore search=Praha at 51');
  });

  it('nothing is written while an earlier state is being restored, because that would break Forward', async () => {
    const { entries, travel, show, now } = open();
    show(browsing(), 0);
    show(browsing(null, 'Praha'), 0, 1);
    let restore = () => {};
    now.restored = new Promise((resolve) => (restore = resolve));
    travel(-1);
    show(browsing('a'), 1, 1);
    await rest();
    expect(entries).toEqual([
      { query: '', layers: 0 },
      { query: 'search=Praha', layers: 0, search: 1 },
    ]);
    restore();
    show(browsing(), 0, 1);
    await rest();
    expect(entries).toHaveLength(2);
  });

  it('writing resumes if the earlier state can’t be restored', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { entries, travel, show, now } = open();
    show(browsing(), 0);
    show(browsing(null, 'Praha'), 0, 1);
    now.restored = Promise.reject(new Error('no connection'));
    travel(-1);
    show(browsing(), 0, 1);
    await rest();
    show(browsing('a'), 1, 1);
    await rest();
    expect(entries).toEqual([
      { query: '', layers: 0 },
      { query: 'point=a', layers: 1 },
    ]);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('the entry of a card is removed before that of the search that closed it', async () => {
    const { entries, reports, travel, show } = open();
    show(browsing(), 0);
    show(browsing('a'), 1);
    show(browsing(null, 'Praha'), 0, 1, 50);
    show(browsing('b', 'Praha'), 1, 1, 50);
    await rest();
    expect(entries).toEqual([
      { query: '', layers: 0 },
      { query: 'search=Praha', layers: 0, search: 1 },
      { query: 'search=Praha&point=b', layers: 1, search: 1 },
    ]);
    travel(-1);
    expect(reports).toEqual(['close to 0']);
    show(browsing(null, 'Praha'), 0, 1, 50);
    await rest();
    travel(-1);
    expect(reports[1]).toBe('restore  at 50');
  });

  it('the entry of a card is removed even if the search has opened another one', async () => {
    const { entries, show } = open();
    show(browsing(), 0);
    show(browsing('a'), 1);
    show(browsing('b', 'PL_B'), 1, 1, 50);
    await rest();
    expect(entries).toEqual([
      { query: '', layers: 0 },
      { query: 'search=PL_B', layers: 0, search: 1 },
      { query: 'search=PL_B&point=b', layers: 1, search: 1 },
    ]);
  });

  it('an entry’s search is known after a reload, and after the next one', async () => {
    const entriesBefore = [
      { query: 'search=Brno', layers: 0 },
      { query: 'search=Praha', layers: 0, search: 1 },
    ];
    const { reports, travel, show, here } = open(entriesBefore);
    show(browsing(null, 'Praha'), 0);
    await rest();
    expect(here()).toEqual({ query: 'search=Praha', layers: 0, search: 1 });
    travel(-1);
    expect(reports).toEqual(['restore search=Brno at undefined']);
  });

  it('nothing is written after the page is destroyed', async () => {
    const { bar, here, show } = open();
    show(browsing(null, 'x'), 0);
    bar.destroy();
    await rest();
    expect(here().query).toBe('');
  });
});
