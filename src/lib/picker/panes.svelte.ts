import { tick } from 'svelte';
import { NO_RULES, type PointRules } from '#filter/point-rules.ts';
import { afterPaint } from '../ui/paint.ts';
import type { ReportEvent } from './picker-events.ts';

/** State of the panes (list or map on phones, filters in the list's place), and the shopper's filter rules. */
export class Panes {
  rules: PointRules = $state.raw(NO_RULES);
  /** Pane that is shown large on phones. */
  pane: 'list' | 'map' = $state('list');
  filtering = $state(false);
  readonly #report: ReportEvent;

  constructor(report: ReportEvent, rules: PointRules) {
    this.#report = report;
    this.rules = rules;
  }

  /** Switches between list and map. */
  async toggle(): Promise<void> {
    await afterPaint();
    this.pane = this.pane === 'list' ? 'map' : 'list';
    void this.#report({ type: 'view', view: this.pane });
  }

  async toggleFilters(): Promise<void> {
    await afterPaint();
    this.filtering = !this.filtering;
    this.pane = 'list';
    void this.#report({ type: 'elsewhere' });
  }

  /** Closes the filters and focuses the filtered list. */
  async showFiltered(): Promise<void> {
    await afterPaint();
    this.filtering = false;
    await tick();
    void this.#report({ type: 'filters-done' });
  }

  /** Closes the filters and focuses the button that opened them. */
  async leaveFilters(): Promise<void> {
    this.filtering = false;
    await tick();
    void this.#report({ type: 'filters-left' });
  }

  setRules(rules: PointRules): void {
    this.rules = rules;
    void this.#report({ type: 'filter', rules });
  }
}
