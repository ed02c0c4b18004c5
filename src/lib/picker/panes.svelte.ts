import { tick } from 'svelte';
import { NO_RULES, type PointRules } from '../filter/point-rules.ts';
import { afterPaint } from '../ui/paint.ts';

/** Actions on the rest of the picker. */
interface Dependencies {
  /** Closes what is open: the filters replace it. */
  readonly close: () => void;
  readonly loadFilters: () => void;
  /** Moves the focus to the list, or to the map if there is no list. */
  readonly focusList: () => void;
  readonly focusFiltersButton: () => void;
  readonly emit: (
    event: { type: 'view'; view: 'list' | 'map' } | { type: 'filter'; rules: PointRules },
  ) => void;
}

/** State of the panes (list or map on phones, filters in the list's place), and the shopper's filter rules. */
export class Panes {
  rules: PointRules = $state.raw(NO_RULES);
  /** Pane that is shown large on phones. */
  pane: 'list' | 'map' = $state('list');
  filtering = $state(false);
  readonly #given: Dependencies;

  constructor(given: Dependencies, rules: PointRules) {
    this.#given = given;
    this.rules = rules;
  }

  /** Switches between list and map. */
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

  /** Closes the filters and focuses the filtered list. */
  async showFiltered(): Promise<void> {
    await afterPaint();
    this.filtering = false;
    await tick();
    this.#given.focusList();
  }

  /** Closes the filters and focuses the button that opened them. */
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
