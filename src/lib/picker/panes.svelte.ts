import { tick } from 'svelte';
import { NO_RULES, type PointRules } from '../filter/point-rules.ts';
import { afterPaint } from '../ui/paint.ts';

/** What changing the panes acts on. */
interface Dependencies {
  /** The filters take the place of what lies open. */
  readonly close: () => void;
  readonly loadFilters: () => void;
  /** Where the focus goes: to the list, or to the map where there is none. */
  readonly focusList: () => void;
  readonly focusFiltersButton: () => void;
  readonly emit: (
    event: { type: 'view'; view: 'list' | 'map' } | { type: 'filter'; rules: PointRules },
  ) => void;
}

/** What stands in the list's place, what a phone gives the room to, and what the shopper asks of points. */
export class Panes {
  rules: PointRules = $state.raw(NO_RULES);
  /** What a phone gives the room to. */
  pane: 'list' | 'map' = $state('list');
  filtering = $state(false);
  readonly #given: Dependencies;

  constructor(given: Dependencies, rules: PointRules) {
    this.#given = given;
    this.rules = rules;
  }

  /** List for map, or the other way round. */
  async toggle(): Promise<void> {
    await afterPaint();
    this.pane = this.pane === 'list' ? 'map' : 'list';
    this.#given.emit({ type: 'view', view: this.pane });
  }

  async toggleFilters(): Promise<void> {
    await afterPaint();
    this.filtering = !this.filtering;
    this.pane = 'list';
    this.#given.close();
    if (this.filtering) this.#given.loadFilters();
  }

  /** On to what the filters have left. */
  async showFiltered(): Promise<void> {
    await afterPaint();
    this.filtering = false;
    await tick();
    this.#given.focusList();
  }

  /** Back to where they were opened. */
  async leaveFilters(): Promise<void> {
    this.filtering = false;
    await tick();
    this.#given.focusFiltersButton();
  }

  setRules(rules: PointRules): void {
    this.rules = rules;
    this.#given.emit({ type: 'filter', rules });
  }
}
