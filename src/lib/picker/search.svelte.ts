import type { PickerConfig } from '#contract/picker-config.ts';
import type { Found } from '../find/found.ts';
import type { Position } from '#network/distance.ts';
import type { MapPlace, MapViewState } from './map-view.svelte.ts';
import type { NetworkState } from './network-state.svelte.ts';
import type { ReportEvent } from './picker-events.ts';
import { viewOfStart } from './start-view.ts';
import { FIRST_ROWS, zoomForRows } from './zoom-for-rows.ts';
import type { SearchQuestion } from '#search/question.ts';

interface Dependencies {
  readonly points: NetworkState;
  readonly map: MapViewState;
  readonly config: () => PickerConfig;
  readonly report: ReportEvent;
}

/** The shopper's searches. */
export interface Steps {
  readonly amount: number;
  /** Where the map was before the last one; null if there was none. */
  readonly before: MapPlace | null;
}

/** Queries about the shopper's current action. */
export interface Shopper {
  /** Whether something else is being searched for. */
  searches: () => boolean;
  /**
   * Whether a point is open: then nothing moves the map away from it, and a place that was found is only
   * the origin of distances.
   */
  looks: () => boolean;
}
const WAITING: Shopper = { searches: () => false, looks: () => false };

/** State of the search, and handling of its results. */
export class Search {
  /** Text of the search field. */
  text = $state('');
  /** Text of the last search; `text` may still be being typed. */
  searched = $state('');
  /** Message about the searched place. */
  note = $state('');
  /**
   * The results that the shopper has selected: on the locator, Back returns to the previous one.
   */
  steps: Steps = $state.raw({ amount: 0, before: null });
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies, text: string) {
    this.#dependencies = dependencies;
    this.text = this.searched = text;
  }

  /**
   * Searches as if the text had been typed. If the search fails, the network's state has the error.
   * @returns whether something was found
   */
  async find(question: SearchQuestion, shopper = WAITING): Promise<boolean> {
    const { points, map, config } = this.#dependencies;
    const { network } = points;
    if (network === null) return false;
    const { searchNetwork } = await import('./search-network.ts');
    const { countries = [] } = config();
    const answer = await searchNetwork(network, { ...question, countries, near: map.origin }).catch(
      (error: unknown) => {
        if (!points.signal.aborted) points.failure = error;
        return null;
      },
    );
    if (answer === null || shopper.searches()) return false;
    this.text = answer.text;
    this.note = answer.note;
    await this.goTo(answer.found, shopper);
    return true;
  }

  /** Shows a result that the shopper has selected. */
  take(found: Found): Promise<void> {
    this.steps = { amount: this.steps.amount + 1, before: this.#dependencies.map.place };
    return this.goTo(found);
  }

  /** Shows a result. */
  async goTo(found: Found, { looks } = WAITING): Promise<void> {
    const { map, report } = this.#dependencies;
    const stays = looks();
    void report({ type: 'search', kind: found.kind === 'point' ? 'point' : 'place' });
    this.searched = this.text;
    if (stays && found.kind !== 'place') return;
    if (found.kind === 'point') {
      const { latitude, longitude } = found.stored;
      map.countFrom({ latitude, longitude, exact: true });
      return report({ type: 'found', stored: found.stored });
    }
    if (found.kind === 'country') {
      map.countFrom(null);
      map.go(viewOfStart(found.box));
      return report({ type: 'elsewhere' });
    }
    const { position, zoom, source, precision, accuracyMetres = 0 } = found;
    const here = source === 'device' ? { ...position, accuracyMetres } : null;
    map.here = here;
    if (here !== null && (await this.#noteIfFar(here))) return;
    const origin = { ...position, exact: precision === 'exact' };
    map.countFrom(origin, here);
    if (stays) return;
    void report({ type: 'elsewhere' });
    const fitted = source === 'place' ? await this.#fitRows(position, zoom) : zoom;
    // Unless the shopper has searched for something else, or opened a point, meanwhile.
    if (map.from === origin && !looks()) map.goToContent({ ...position, zoom: fitted });
  }

  /** The field was cleared: distances are measured from the centre of the view. */
  clear(): void {
    this.#dependencies.map.countFrom(null);
    this.searched = '';
  }

  /** A city is shown as close as its first rows allow: they are usually near its middle. */
  async #fitRows(position: Position, zoom: number): Promise<number> {
    const near = await this.#dependencies.points.network?.nearest(position, FIRST_ROWS).catch(() => null);
    return zoomForRows(position, near?.points.map(({ point }) => point) ?? [], zoom);
  }

  async #noteIfFar(position: Position): Promise<boolean> {
    const { network } = this.#dependencies.points;
    if (network === null) return false;
    const { describeIfFar } = await import('./search-network.ts');
    const note = await describeIfFar(network, position);
    if (note !== '') this.note = note;
    return note !== '';
  }
}
