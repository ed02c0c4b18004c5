import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_RULES } from '../../../src/lib/filter/point-rules.ts';
import { Panes } from '../../../src/lib/picker/panes.svelte.ts';

beforeEach(() => {
  // A hidden page: nothing waits for an animation frame.
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('requestAnimationFrame', vi.fn());
  return () => void vi.unstubAllGlobals();
});

function open() {
  const calls: string[] = [];
  const panes = new Panes(
    {
      close: () => void calls.push('close'),
      loadFilters: () => void calls.push('load'),
      focusList: () => void calls.push('focus list'),
      focusFiltersButton: () => void calls.push('focus button'),
      emit: (event) => void calls.push(JSON.stringify(event)),
    },
    NO_RULES,
  );
  return { panes, calls };
}

describe('the panes of the picker', () => {
  it('give the room to list and map in turn', async () => {
    const { panes, calls } = open();
    await panes.toggle();
    expect(panes.pane).toBe('map');
    await panes.toggle();
    expect(panes.pane).toBe('list');
    expect(calls).toEqual(['{"type":"view","view":"map"}', '{"type":"view","view":"list"}']);
  });

  it('put the filters into the list’s place, also on a phone that shows the map', async () => {
    const { panes, calls } = open();
    await panes.toggle();
    calls.length = 0;
    await panes.toggleFilters();
    expect([panes.filtering, panes.pane, calls]).toEqual([true, 'list', ['close', 'load']]);
  });

  it('give the focus to what the filters have left, or back to the button', async () => {
    const { panes, calls } = open();
    await panes.toggleFilters();
    await panes.showFiltered();
    expect([panes.filtering, calls.at(-1)]).toEqual([false, 'focus list']);
    await panes.toggleFilters();
    await panes.leaveFilters();
    expect([panes.filtering, calls.at(-1)]).toEqual([false, 'focus button']);
  });

  it('tell of other rules', () => {
    const { panes, calls } = open();
    const rules = { ...NO_RULES, openNow: true };
    panes.setRules(rules);
    expect([panes.rules, calls]).toEqual([rules, [JSON.stringify({ type: 'filter', rules })]]);
  });
});
