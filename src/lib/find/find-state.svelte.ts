import { AppError } from '#platform/errors.ts';
import { language, allMessages as m } from '../i18n/messages.ts';
import type { Position } from '../network/distance.ts';
import { once } from '../network/memoize-async.ts';
import type { PointNetwork } from '../network/point-network.ts';
import { afterPaint } from '../ui/paint.ts';
import { publicSettings } from '../config/built-settings.ts';
import { takeSuggestion } from './find-best.ts';
import type { Found } from './found.ts';
import { openGeocoder, type GeocodedPlace } from './geocoder.ts';
import { groupOnline, groupRecent, groupSuggestions, type Option, type OptionGroup } from './options.ts';
import type { RecentPick } from './recent-picks.ts';
import { suggestAnywhere } from './suggest-anywhere.ts';

/** Debounce: about the time between two keys when somebody types steadily. */
const PAUSE_MS = 120;
/** Debounce for third-party services, which should get fewer requests. */
const ONLINE_PAUSE_MS = 350;
const ONLINE_MIN_LETTERS = 3;

interface Dependencies {
  /** Called on each use, since the values may change. */
  readonly read: () => {
    /** null until opened. */
    network: PointNetwork | null;
    recent: readonly RecentPick[];
    /** Results near here come first: the place searched for before, else the centre of the map. */
    near: Position | null;
    /** ISO codes of the countries to search; empty for all. */
    countries: readonly string[];
    /** Text in the field. */
    text: string;
  };
  /** Changes the text in the field. */
  readonly write: (text: string) => void;
  readonly onfind: (found: Found) => void;
}

/** State of the search field, and the actions on typing and on selecting an option. */
export class FindState {
  groups: readonly OptionGroup[] = $state.raw([]);
  /** Whether the list is shown, unless it is empty. */
  open = $state(false);
  /** Index of the option highlighted with the arrow keys; -1 for none. */
  active = $state(-1);
  searching = $state(false);
  /** The text for which nothing was found; otherwise null. */
  nothingFor: string | null = $state(null);
  /** Id of the selected point if it is no longer in the network. */
  goneId: string | null = $state(null);
  error: unknown = $state.raw(null);
  onlineFailed = $state(false);

  readonly options: readonly Option[] = $derived(this.groups.flatMap(({ options }) => options));
  readonly #given: Dependencies;
  #request = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that the options belong to. */
  #answered = '';
  #takeFirst = false;
  /** The option selected last, and the field's text since. */
  #taken: { option: Option; text: string } | null = null;
  readonly #openGeocoder = once(() =>
    openGeocoder(publicSettings.geocoder!, (...request) => fetch(...request)),
  );

  constructor(given: Dependencies) {
    this.#given = given;
  }

  get text(): string {
    return this.#given.read().text;
  }

  set text(text: string) {
    this.#given.write(text);
  }

  /** Handles typed text. */
  type(text: string): void {
    this.#stop();
    this.text = text;
    this.active = -1;
    this.open = true;
    if (text.trim() === '') this.showRecent();
    else this.#timer = setTimeout(() => void this.#search(), PAUSE_MS);
  }

  /** Opens the list: recent picks if the field is empty, else the results. */
  show(): void {
    this.open = true;
    if (this.text.trim() === '') this.showRecent();
    else if (!this.#isAnswered()) void this.#search();
  }

  showRecent(): void {
    this.#forgetAnswer();
    this.groups = groupRecent(this.#given.read().recent);
  }

  close(): void {
    this.open = false;
    this.active = -1;
  }

  clear(): void {
    this.#stop();
    this.text = '';
    this.close();
    this.#forgetAnswer();
    this.groups = [];
  }

  /** Moves the highlight: 1 is down, -1 is up; wraps around at both ends. */
  move(step: 1 | -1): void {
    if (!this.open || this.options.length === 0) return this.show();
    const amount = this.options.length;
    this.active = this.active === -1 && step === -1 ? amount - 1 : (this.active + step + amount) % amount;
  }

  /** Selects the active option, else the first, if necessary once the search has finished. */
  enter(): void {
    if (!this.open && this.#taken?.text === this.text) return void this.take(this.#taken.option);
    if (this.text.trim() === '' && this.active === -1) return;
    const answered = this.#isAnswered() || this.text.trim() === '';
    const option = answered ? this.options[Math.max(0, this.active)] : undefined;
    if (this.open && option !== undefined) return void this.take(option);
    if (answered && !this.open) return this.show();
    this.#stop();
    this.#takeFirst = true;
    void this.#search();
  }

  /** Selects an option: fetches its point. */
  async take(option: Option): Promise<void> {
    const { choice } = option;
    this.#stop();
    this.close();
    await this.#attempt(async (signal) => {
      // Let the browser paint the closed list first: the lookup, drawing the map and filling the list of points take longer.
      await afterPaint();
      if (signal.aborted) return;
      const { network } = this.#given.read();
      const found: Found | null =
        choice.kind === 'geocoded'
          ? { kind: 'place', ...choice.place, source: 'geocoder', precision: 'exact' }
          : network && (await takeSuggestion(network, choice.suggestion, signal));
      if (signal.aborted) return;
      this.#forgetAnswer();
      this.groups = [];
      // An address that is only partly known stays as it was typed.
      if (found?.kind !== 'place' || found.unknown === undefined) this.text = option.label;
      this.#taken = { option, text: this.text };
      if (found !== null) this.#given.onfind(found);
      else if (choice.kind === 'suggestion' && choice.suggestion.kind === 'point') {
        this.goneId = choice.suggestion.id;
      }
    });
  }

  retry(): void {
    this.#stop();
    void this.#search();
  }

  /** Repeats a search without results when the network has changed. A pending Enter stays in effect. */
  answerAgain(): void {
    if (this.open && this.nothingFor !== null && !this.searching) void this.#search();
  }

  /** Aborts pending work. */
  destroy(): void {
    this.#stop();
  }

  /** A search without results doesn't count, since the network may still load. */
  #isAnswered(): boolean {
    return this.#answered === this.text && this.nothingFor === null;
  }

  async #search(): Promise<void> {
    const { text } = this;
    await this.#attempt(async (signal) => {
      const { network, near, countries } = this.#given.read();
      const suggestions =
        network && (await suggestAnywhere(network, { text, near, countries, named: true }, signal));
      if (signal.aborted) return;
      this.#answered = text;
      this.active = -1;
      const own = groupSuggestions(suggestions ?? []);
      const asksOnline = publicSettings.geocoder !== null && text.trim().length >= ONLINE_MIN_LETTERS;
      this.onlineFailed = false;
      this.groups = own;
      this.nothingFor = this.options.length === 0 && !asksOnline ? text : null;
      const first = this.#takeFirst ? this.options[0] : undefined;
      this.#takeFirst &&= first === undefined;
      if (first !== undefined) return this.take(first);
      this.open = true;
      if (!asksOnline) return;
      this.#timer = setTimeout(
        () => void this.#searchOnline(signal),
        own.length > 0 ? ONLINE_PAUSE_MS : PAUSE_MS,
      );
    });
  }

  async #searchOnline(signal: AbortSignal): Promise<void> {
    const { text } = this;
    this.searching = true;
    let places: GeocodedPlace[] = [];
    try {
      places = await (await this.#openGeocoder()).search(text, language, signal);
    } catch {
      this.onlineFailed = !signal.aborted;
    }
    if (signal.aborted) return;
    this.searching = false;
    this.groups = [...this.groups, ...groupOnline(places)];
    this.active = -1;
    this.nothingFor = this.options.length === 0 ? text : null;
    const first = this.#takeFirst ? this.options[0] : undefined;
    this.#takeFirst = false;
    if (first !== undefined) await this.take(first);
  }

  /** Runs an action and stores its error, unless the action was aborted. */
  async #attempt(action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#request;
    this.searching = true;
    this.error = this.goneId = null;
    try {
      await action(signal);
    } catch (error) {
      if (signal.aborted || (error instanceof AppError && error.code === 'aborted')) return;
      this.groups = [];
      this.error = error;
      // Taking an option has closed the list, in whose place the error is shown.
      this.open = true;
    } finally {
      if (!signal.aborted) this.searching = false;
    }
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#request.abort();
    this.#request = new AbortController();
    this.#takeFirst = false;
    this.searching = false;
  }

  #forgetAnswer(): void {
    this.#answered = '';
    this.active = -1;
    this.nothingFor = this.goneId = this.error = null;
    this.onlineFailed = false;
  }
}

/** Screen-reader announcement for the list; may be empty. */
export function announceOptions({ open, searching, options }: FindState): string {
  return open && !searching && options.length > 0 ? m.find_suggestion_count({ amount: options.length }) : '';
}
