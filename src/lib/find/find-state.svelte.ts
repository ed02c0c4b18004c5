import { AppError } from '#platform/errors.ts';
import type { SearchOrigin } from '#search/question.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { describeAbsentCountries } from '../i18n/describe-absent-countries.ts';
import { allMessages as m } from '../i18n/messages.ts';
import { afterPaint } from '../ui/paint.ts';
import type { Found } from './found.ts';
import type { RecentPick } from './recent-picks.ts';
import {
  type FindOption,
  groupRecent,
  groupSuggestions,
  type OptionGroup,
  prepareStreets,
  suggestAnywhere,
  takeSuggestion,
} from './results.ts';
import { on } from 'svelte/events';
import { isConnectionLost } from '#contract/lost-code.ts';
import { whenServerAnswers } from '../ui/server-answers.ts';

/** Debounce: about the time between two keys when somebody types steadily. */
const PAUSE_MS = 120;

interface Dependencies {
  /** Called on each use, since the values may change. */
  readonly read: () => {
    /** null until opened. */
    network: PointNetwork | null;
    recent: readonly RecentPick[];
    /** Results near here come first: the place searched for before, else the centre of the map, with its zoom. */
    near: SearchOrigin | null;
    /** ISO codes of the countries to search; empty for all. */
    countries: readonly string[];
    text: string;
  };
  readonly write: (text: string) => void;
  readonly onfind: (found: Found) => void;
}

/** The outcome of a search: the list, or the text in its place. */
type SearchOutcome =
  /** The options before anything is typed; may be empty. */
  | { kind: 'offered'; groups: readonly OptionGroup[] }
  /** The options found for a text. */
  | { kind: 'found'; text: string; groups: readonly OptionGroup[] }
  /** The selected point is no longer in the network. */
  | { kind: 'gone'; id: string }
  /** An error; `text`: what something had been found for before it. */
  | { kind: 'failed'; text: string; error: unknown };

const NOTHING: SearchOutcome = { kind: 'offered', groups: [] };

/** A search or a look-up; the next one aborts it. */
class Work extends AbortController {
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether Enter was pressed before there was an option to select. */
  takesFirst = false;
}

/** State of the search field, and the actions on typing and on selecting an option. */
export class FindState {
  /** Whether the list is shown, unless it is empty. */
  open = $state(false);
  /** Index of the option highlighted with the arrow keys; -1 for none. */
  active = $state(-1);
  searching = $state(false);
  outcome: SearchOutcome = $state.raw(NOTHING);

  readonly groups: readonly OptionGroup[] = $derived('groups' in this.outcome ? this.outcome.groups : []);
  readonly options: readonly FindOption[] = $derived(this.groups.flatMap(({ options }) => options));
  readonly #given: Dependencies;
  #work = new Work();
  /** Whether an answer that is still to come opens the list: not once the shopper has left the field. */
  #isAwaited = false;
  /** The option selected last, and the field's text since. */
  #taken: { option: FindOption; text: string } | null = null;

  constructor(given: Dependencies) {
    this.#given = given;
  }

  get text(): string {
    return this.#given.read().text;
  }

  set text(text: string) {
    this.#given.write(text);
  }

  /** The text for which nothing was found; otherwise null. */
  get nothingFor(): string | null {
    const { outcome, options } = this;
    return outcome.kind === 'found' && options.length === 0 ? outcome.text : null;
  }

  get error(): unknown {
    return this.outcome.kind === 'failed' ? this.outcome.error : null;
  }

  /** Handles typed text. */
  type(text: string): void {
    this.#stop();
    this.text = text;
    this.active = -1;
    this.open = this.#isAwaited = true;
    if (text.trim() === '') this.showRecent();
    else this.#work.timer = setTimeout(() => void this.#search(), PAUSE_MS);
  }

  /** Opens the list: recent picks if the field is empty, else the results. */
  show(): void {
    this.open = this.#isAwaited = true;
    prepareStreets();
    // Read for the fourth letter, otherwise while it waits.
    void this.#given
      .read()
      .network?.countryNames()
      .catch(() => undefined);
    if (this.text.trim() === '') this.showRecent();
    else if (!this.#isAnswered()) void this.#search();
  }

  showRecent(): void {
    this.#show({ kind: 'offered', groups: groupRecent(this.#given.read().recent) });
  }

  close(): void {
    this.open = this.#isAwaited = false;
    this.active = -1;
  }

  /** Closes the list, and what is told of a point that is gone. */
  dismiss(): void {
    this.close();
    if (this.outcome.kind === 'gone') this.outcome = NOTHING;
  }

  clear(): void {
    this.#stop();
    this.text = '';
    this.close();
    this.#show(NOTHING);
  }

  /** Moves the highlight: 1 is down, -1 is up; wraps around at both ends. */
  move(step: 1 | -1): void {
    if (!this.open || this.options.length === 0) return this.show();
    const amount = this.options.length;
    this.active = this.active === -1 && step === -1 ? amount - 1 : (this.active + step + amount) % amount;
  }

  /** @returns whether the key is one of the list's, and was handled */
  press({ key, altKey }: Pick<KeyboardEvent, 'key' | 'altKey'>): boolean {
    switch (key) {
      case 'ArrowDown':
        if (altKey) this.show();
        else this.move(1);
        return true;
      case 'ArrowUp':
        if (altKey) this.close();
        else this.move(-1);
        return true;
      case 'Enter':
        this.enter();
        return true;
      default:
        return false;
    }
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
    this.#work.takesFirst = this.#isAwaited = true;
    void this.#search();
  }

  /** Selects an option: fetches its point. */
  async take(option: FindOption): Promise<void> {
    const { suggestion } = option;
    this.#stop();
    this.close();
    this.#isAwaited = true;
    await this.#attempt(async (signal) => {
      // Let the browser paint the closed list first: the lookup, drawing the map and filling the list of points take longer.
      await afterPaint();
      if (signal.aborted) return;
      const { network } = this.#given.read();
      const found = network && (await takeSuggestion(network, suggestion, signal));
      if (signal.aborted) return;
      const isGone = found === null && suggestion.kind === 'point';
      this.#show(isGone ? { kind: 'gone', id: suggestion.id } : NOTHING);
      // An address that is only partly known stays as it was typed.
      if (found?.kind !== 'place' || found.unknown === undefined) this.text = option.label;
      this.#taken = { option, text: this.text };
      if (found !== null) this.#given.onfind(found);
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

  destroy(): void {
    this.#stop();
  }

  /** A search without results doesn't count, since the network may still load. */
  #isAnswered(): boolean {
    return 'text' in this.outcome && this.outcome.text === this.text && this.nothingFor === null;
  }

  async #search(): Promise<void> {
    const { text } = this;
    await this.#attempt(async (signal) => {
      const { network, near, countries } = this.#given.read();
      const suggestions =
        network && (await suggestAnywhere(network, { text, near, countries, named: true }, signal));
      if (signal.aborted) return;
      const groups = groupSuggestions(suggestions ?? []);
      this.#show({ kind: 'found', text, groups });
      const [first] = this.options;
      if (this.#work.takesFirst && first !== undefined) void this.take(first);
      else this.open ||= this.#isAwaited;
    });
  }

  /** Runs an action and tells its error, unless the action was aborted. */
  async #attempt(action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#work;
    this.searching = true;
    if (!('groups' in this.outcome)) this.outcome = NOTHING;
    try {
      await action(signal);
    } catch (error) {
      if (signal.aborted || (error instanceof AppError && error.code === 'aborted')) return;
      this.outcome = { kind: 'failed', text: 'text' in this.outcome ? this.outcome.text : '', error };
      // Taking an option has closed the list, in whose place the error is shown.
      this.open ||= this.#isAwaited;
    } finally {
      if (!signal.aborted) this.searching = false;
    }
  }

  #stop(): void {
    clearTimeout(this.#work.timer);
    this.#work.abort();
    this.#work = new Work();
    this.searching = false;
  }

  /** Replaces what is told; the highlight was of an option of before. */
  #show(outcome: SearchOutcome): void {
    this.outcome = outcome;
    this.active = -1;
  }
}

/**
 * Describes below the field, instead of the list, what the search found.
 * @param growing whether the network is still loading: missing places may still arrive
 * @returns empty if there is nothing to say
 */
export function describeFindOutcome(
  { outcome, open, nothingFor }: FindState,
  network: PointNetwork | null,
  growing: boolean,
  countries: readonly string[],
): string {
  if (outcome.kind === 'gone') return m.find_gone({ id: outcome.id });
  if (!open) return '';
  if (nothingFor === null) return '';
  if (growing) return m.find_nothing_yet({ text: nothingFor });
  const absent = describeAbsentCountries(network?.whole ? network.counts().countries : null, countries);
  if (absent !== null) return absent;
  return !network?.whole
    ? `${m.find_nothing_loaded({ text: nothingFor })} ${m.find_nothing_loaded_next()}`
    : `${m.find_nothing({ text: nothingFor })} ${m.find_nothing_next()}`;
}

/** Screen-reader announcement for the list; may be empty. */
export function announceOptions({ open, searching, options }: FindState): string {
  return open && !searching && options.length > 0 ? m.find_suggestion_count({ amount: options.length }) : '';
}

/**
 * Repeats a failed search, while its error is shown, once there is a connection again: when the browser is
 * online, and when the server answers, because a server that was away doesn't make the browser report that.
 * Call it while a component is initialized.
 */
export function retryWhenConnected(find: FindState): void {
  $effect(() => on(window, 'online', () => find.open && find.error !== null && find.retry()));
  $effect(() => {
    if (!find.open || !isConnectionLost(find.error)) return;
    const waiting = new AbortController();
    void whenServerAnswers(waiting.signal).then(() => waiting.signal.aborted || find.retry());
    return () => waiting.abort();
  });
}
