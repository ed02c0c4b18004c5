import { describe, expect, it } from 'vitest';
import { NO_RULES } from '#filter/point-rules.ts';
import { Panes } from '../../../src/lib/picker/panes.svelte.ts';
import type { PartEvent } from '../../../src/lib/picker/picker-events.ts';
import { hidePage } from '../hide-page.ts';

hidePage();

function open() {
  const events: PartEvent[] = [];
  const panes = new Panes((event) => void events.push(event), NO_RULES);
  return { panes, events };
}

describe('the panes of the picker', () => {
  it('list and map take turns in the large pane', async () => {
    const { panes, events } = open();
    await panes.toggle();
    expect(panes.pane).toBe('map');
    await panes.toggle();
    expect(panes.pane).toBe('list');
    expect(events).toEqual([
      { type: 'view', view: 'map' },
      { type: 'view', view: 'list' },
    ]);
  });

  it('filters replace the list, also on a phone that shows the map', async () => {
    const { panes, events } = open();
    await panes.toggle();
    events.length = 0;
    await panes.toggleFilters();
    expect([panes.filtering, panes.pane, events]).toEqual([true, 'list', [{ type: 'elsewhere' }]]);
  });

  it('closing the filters focuses the filtered list, or the button', async () => {
    const { panes, events } = open();
    await panes.toggleFilters();
    await panes.showFiltered();
    expect([panes.filtering, events.at(-1)]).toEqual([false, { type: 'filters-done' }]);
    await panes.toggleFilters();
    await panes.leaveFilters();
    expect([panes.filtering, events.at(-1)]).toEqual([false, { type: 'filters-left' }]);
  });

  it('changed rules are reported', () => {
    const { panes, events } = open();
    const rules = { ...NO_RULES, openNow: true };
    panes.setRules(rules);
    expect([panes.rules, events]).toEqual([rules, [{ type: 'filter', rules }]]);
  });
});
