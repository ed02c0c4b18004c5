import { AppError } from '../contract/errors.ts';
import { language, allMessages as m } from '../i18n/messages.ts';
import type { Position } from '../network/distance.ts';
import type { PointNetwork } from '../network/point-network.ts';
import { afterPaint } from '../ui/paint.ts';
import { publicSettings } from '../config/built-settings.ts';
import { takeSuggestion } from './find-best.ts';
import type { Found } from './found.ts';
import { openGeocoder, type GeocodedPlace, type Geocoder } from './geocoders/geocoder.ts';
import {
  groupOnline,
  groupRecent,
  groupSuggestions,
  offerOnline,
  type Option,
  type OptionGroup,
} from './options.ts';
import type { RecentPick } from './recent-picks.ts';
import { suggest } from './suggest.ts';

/** Between two keys of somebody who types steadily. */
const PAUSE_MS = 120;
/** A service of somebody else's is asked more rarely. */
const ONLINE_PAUSE_MS = 350;
const ONLINE_MIN_LETTERS = 3;

/** What the field is given; read anew each time, since it may change. */
export interface FindDependencies {
  /** null until it is opened. */
  readonly network: PointNetwork | null;
  readonly recent: readonly RecentPick[];
  /** Where to look first: the place searched for before, else the middle of the map's view. */
  readonly near: Position | null;
  /** ISO codes of the countries that count; empty for any. */
  readonly countries: readonly string[];
  /** What stands in the field. */
  text: string;
  readonly onfind: (found: Found) => void;
}

/** What the search field shows, and what happens when somebody types into it or takes an option. */
export class FindState {
  groups: readonly OptionGroup[] = $state.raw([]);
  /** Whether the list is shown, if there is anything in it. */
  open = $state(false);
  /** Position of the option that the arrow keys have reached; -1 for none. */
  active = $state(-1);
  searching = $state(false);
  /** The text for which nothing was found; null while there is no such answer. */
  nothingFor: string | null = $state(null);
  /** The id of a point that was taken but is gone. */
  goneId: string | null = $state(null);
  error: unknown = $state.raw(null);
  onlineFailed = $state(false);

  readonly options: readonly Option[] = $derived(this.groups.flatMap(({ options }) => options));
  readonly #given: FindDependencies;
  #request = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that the options answer. */
  #answered = '';
  #takeFirst = false;
  /** The option taken last. */
  #taken: Option | null = null;
  #geocoder: Promise<Geocoder> | null = null;

  constructor(given: FindDependencies) {
    this.#given = given;
  }

  get text(): string {
    return this.#given.text;
  }

  set text(text: string) {
    this.#given.text = text;
  }

  /** Somebody has typed. */
  type(text: string): void {
    this.#stop();
    this.text = text;
    this.active = -1;
    this.open = true;
    if (text.trim() === '') this.showRecent();
    else this.#timer = setTimeout(() => void this.#search(), PAUSE_MS);
  }

  /** Shows what there is without typing, or again what was found. */
  show(): void {
    this.open = true;
    if (this.text.trim() === '') this.showRecent();
    else if (!this.#isAnswered()) void this.#search();
  }

  showRecent(): void {
    this.#forgetAnswer();
    this.groups = groupRecent(this.#given.recent);
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

  /** Down is 1, up is -1; beyond the last comes the first. */
  move(step: 1 | -1): void {
    if (!this.open || this.options.length === 0) return this.show();
    const amount = this.options.length;
    this.active = this.active === -1 && step === -1 ? amount - 1 : (this.active + step + amount) % amount;
  }

  /** The active option, or else the first, which may still have to be found. */
  enter(): void {
    if (!this.open && this.#taken?.label === this.text) return void this.take(this.#taken);
    if (this.text.trim() === '' && this.active === -1) return;
    const answered = this.#isAnswered() || this.text.trim() === '';
    const option = answered ? this.options[Math.max(0, this.active)] : undefined;
    if (this.open && option !== undefined) return void this.take(option);
    if (answered && !this.open) return this.show();
    this.#stop();
    this.#takeFirst = true;
    void this.#search();
  }

  /** Takes an option: the point itself has to be fetched, an online search to be made. */
  async take(option: Option): Promise<void> {
    const { choice } = option;
    this.#stop();
    if (choice.kind === 'ask-online') return this.#searchOnline(this.#request.signal);
    this.close();
    await this.#attempt(async (signal) => {
      // The list of suggestions goes first: finding, drawing the map and filling the list take longer.
      await afterPaint();
      if (signal.aborted) return;
      const { network } = this.#given;
      const found: Found | null =
        choice.kind === 'geocoded'
          ? { kind: 'place', ...choice.place, source: 'geocoder' }
          : network && (await takeSuggestion(network, choice.suggestion, signal));
      if (signal.aborted) return;
      this.#forgetAnswer();
      this.groups = [];
      this.text = option.label;
      this.#taken = option;
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

  /** The network has changed: what it lacked may have come. Enter that was pressed meanwhile still counts. */
  answerAgain(): void {
    if (this.open && this.nothingFor !== null && !this.searching) void this.#search();
  }

  /** Gives up what is under way. */
  destroy(): void {
    this.#stop();
  }

  /** What isn't there now may be there later. */
  #isAnswered(): boolean {
    return this.#answered === this.text && this.nothingFor === null;
  }

  async #search(): Promise<void> {
    const { text } = this;
    await this.#attempt(async (signal) => {
      const { network, near, countries } = this.#given;
      const suggestions = network && (await suggest(network, { text, near, countries }, signal));
      if (signal.aborted) return;
      this.#answered = text;
      this.active = -1;
      this.onlineFailed = false;
      const own = groupSuggestions(suggestions ?? []);
      const geocoder = text.trim().length < ONLINE_MIN_LETTERS ? null : await this.#openGeocoder();
      if (signal.aborted) return;
      this.groups = geocoder?.whileTyping === false ? [...own, offerOnline(text)] : own;
      this.nothingFor = this.options.length === 0 && !geocoder ? text : null;
      const first = this.#takeFirst ? this.options[0] : undefined;
      this.#takeFirst &&= first === undefined;
      if (first !== undefined) return this.take(first);
      this.open = true;
      if (geocoder?.whileTyping !== true) return;
      this.#timer = setTimeout(
        () => void this.#searchOnline(signal),
        own.length > 0 ? ONLINE_PAUSE_MS : PAUSE_MS,
      );
    });
  }

  async #searchOnline(signal: AbortSignal): Promise<void> {
    const { text } = this;
    const own = this.groups.filter(({ key }) => key !== 'online');
    this.searching = true;
    let places: GeocodedPlace[] = [];
    try {
      places = (await (await this.#openGeocoder())?.search(text, language, signal)) ?? [];
    } catch {
      this.onlineFailed = !signal.aborted;
    }
    if (signal.aborted) return;
    this.searching = false;
    this.groups = [...own, ...groupOnline(places)];
    this.active = -1;
    this.nothingFor = this.options.length === 0 ? text : null;
    const first = this.#takeFirst ? this.options[0] : undefined;
    this.#takeFirst = false;
    if (first !== undefined) await this.take(first);
  }

  async #openGeocoder(): Promise<Geocoder | null> {
    if (publicSettings.geocoder === null) return null;
    this.#geocoder ??= openGeocoder(publicSettings.geocoder, (...request) => fetch(...request));
    return this.#geocoder;
  }

  /** Says an error where one comes; what was given up meanwhile says nothing. */
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

/** What is said of the list to those who don't see it; empty while there is nothing to say. */
export function announceOptions({ open, searching, options }: FindState): string {
  return open && !searching && options.length > 0 ? m.find_suggestion_count({ amount: options.length }) : '';
}
