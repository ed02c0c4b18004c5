import type { PickerConfig } from '../contract/picker-config.ts';
import type { OfferedPoint, PickerEvent } from '../picker/picker-events.ts';
import { findAppChannel, type AppWindow } from './app-channel.ts';
import type { Notice } from './notice.ts';
import { readChooseRequest, type ChooseRequest } from './read-request.ts';

/** Methods of the picker that this page calls. */
export interface PickerMethods {
  closeLayers(left: number): void;
  followAddress(): Promise<void>;
  panTo(position: { latitude: number; longitude: number }): void;
}

/** The way back to a shop's address (shop-answer.ts) or to an app (app-answer.ts). */
export interface Answer {
  /** Checks what the first pins don't wait for. */
  begin(): Promise<void>;
  /** @returns whether the picker shows the point as chosen */
  choose(point: OfferedPoint): Promise<boolean>;
  /** The shopper has pressed the page's own way back. */
  cancel(): Promise<void>;
  takeLayers?(open: number): void;
  takeEvent?(event: PickerEvent): void;
  takeProblems?(message: string): void;
  takeRefused?(id: string, reason: string): void;
  openOutside?(event: MouseEvent): void;
}

/**
 * `/choose`: a picker on a page of its own, whose choice is given back to a shop's address or to an app. Has
 * only what the first pins need: the answers are loaded on demand.
 */
export class ChoosePage {
  /** null if nothing could be given back. */
  readonly request: ChooseRequest | null;
  config: PickerConfig = $state.raw({});
  /** Current language and texts, serialized; a change remounts the picker. */
  wording = $state('');
  chosen: OfferedPoint | null = $state.raw(null);
  /** Id of the preset point, if it can't be chosen; otherwise null. */
  refusedId: string | null = $state(null);
  /** Why the app refused a choice; otherwise empty. */
  objection = $state('');
  /** Shown in place of the picker; null while it is shown. */
  notice: Notice | null = $state.raw(null);
  /** Whether the app has provided the device's position, so that the points near it are to be shown. */
  isLocated = $state(false);
  /** The picker, while it is mounted. */
  picker: PickerMethods | undefined = $state.raw();
  /** Whether the preset point no longer exists. */
  isPresetGone = false;
  /** Number of layers open over the list. */
  layers = 0;
  #answer: Answer | null = null;

  /** @param fragment of the page's address */
  constructor(fragment: string) {
    const hasApp = findAppChannel(window as AppWindow) !== null;
    const { request, problems } = readChooseRequest(fragment, hasApp);
    this.request = request;
    if (request === null) this.notice = { kind: 'incomplete' };
    else this.config = request.config;
    if (problems.length > 0) void this.reportProblems(problems);
  }

  /** Whether an app waits for messages, so that the answer must be loaded at once. */
  get isInApp(): boolean {
    return this.request?.answer === 'bridge';
  }

  /** Applies the rest of the settings. */
  async applySettings(): Promise<void> {
    const { look, value } = this.config;
    if (look !== undefined) await this.applyLook();
    if (value !== undefined) await this.restore(value);
  }

  /** Loads the way back; once, or again after a failure. @throws the network error */
  async loadAnswer(): Promise<Answer> {
    if (this.#answer !== null) return this.#answer;
    const answer = this.isInApp
      ? (await import('./app-answer.ts')).answerApp(this)
      : (await import('./shop-answer.ts')).answerShop(this);
    if (this.#answer !== null) return this.#answer;
    this.#answer = answer;
    await answer.begin();
    return answer;
  }

  async mayChoose(point: OfferedPoint): Promise<boolean> {
    this.objection = '';
    return this.#give((answer) => answer.choose(point), false);
  }

  cancel(): Promise<void> {
    return this.#give((answer) => answer.cancel(), undefined);
  }

  /** @param open number of layers open over the list */
  takeLayers(open: number): void {
    if (open === this.layers) return;
    this.layers = open;
    this.objection = '';
    this.#answer?.takeLayers?.(open);
  }

  takeEvent(event: PickerEvent): void {
    if (event.type === 'gone' && event.id === this.config.value) this.isPresetGone = true;
    if (event.type === 'settings') void this.reportProblems(event.problems);
    this.#answer?.takeEvent?.(event);
  }

  openOutside(event: MouseEvent): void {
    this.#answer?.openOutside?.(event);
  }

  /** The browser shows the page again as it was left. */
  reappear(): void {
    if (this.notice?.kind === 'chosen' || this.notice?.kind === 'cancelled') this.notice = null;
  }

  async applyLook(): Promise<void> {
    const { applyLook } = await import('../ui/apply-look.ts');
    applyLook(document.documentElement, this.config);
  }

  /** Shows the preset point as chosen, if it still can be. */
  async restore(id: string | undefined): Promise<void> {
    this.refusedId = this.chosen = null;
    this.isPresetGone = false;
    if (id === undefined) return;
    const { checkForShop } = await import('../embed/check-choice.ts');
    const validity = await checkForShop(id, this.config).catch(() => null);
    // A choice made meanwhile takes precedence.
    if (validity === null || this.config.value !== id || this.chosen !== null) return;
    const { point, isValid, errors } = validity;
    if (point !== undefined && isValid) {
      this.chosen = point;
      this.picker?.panTo(point.coordinates);
    } else if (!isValid) {
      const reason = errors[0]?.code ?? 'gone';
      this.refusedId = id;
      this.isPresetGone = reason === 'gone';
      this.#answer?.takeRefused?.(id, reason);
    }
  }

  async reportProblems(problems: readonly string[]): Promise<void> {
    if (problems.length === 0) return;
    const message = problems.join(' ');
    console.warn(`/choose: ${message}`);
    if (this.isInApp) (await this.loadAnswer()).takeProblems?.(message);
  }

  async #give<Outcome>(give: (answer: Answer) => Promise<Outcome>, otherwise: Outcome): Promise<Outcome> {
    try {
      return await give(await this.loadAnswer());
    } catch (error) {
      const onretry = () => {
        this.notice = null;
        void this.#give(give, otherwise);
      };
      this.notice = { kind: 'failed', error, onretry };
      return otherwise;
    }
  }
}
