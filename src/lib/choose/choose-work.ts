import type { OfferedPoint, PickerEvent } from '../picker/picker-events.ts';
import { answerApp } from './app-answer.ts';
import { applyPageLook } from './apply-page-look.ts';
import type { Answer, Work } from './answer.ts';
import type { ChoosePage } from './choose-page.svelte.ts';
import { logProblems } from './log-problems.ts';
import { answerShop } from './shop-answer.ts';
import { loadNotice, showMap, showNotice } from './show-notice.ts';

/** Does what the first pins of a ChoosePage don't need: the other settings, and the answer. */
export class ChooseWork implements Work {
  readonly #page: ChoosePage;
  readonly #answer: Answer;

  constructor(page: ChoosePage) {
    this.#page = page;
    this.#answer = page.isInApp ? answerApp(page) : answerShop(page);
  }

  begin(): void {
    const { config, problems } = this.#page;
    void this.#answer.begin().catch(() => {});
    this.#reportProblems(problems);
    if (config.look !== undefined) void applyPageLook(config).catch(() => {});
    if (config.value !== undefined) void this.#restorePreset().catch(() => {});
  }

  async prepare(): Promise<void> {
    await loadNotice();
  }

  choose(point: OfferedPoint): Promise<boolean> {
    this.#page.objection = '';
    return this.#give((answer) => answer.choose(point), false);
  }

  cancel(): Promise<void> {
    return this.#give((answer) => answer.cancel(), undefined);
  }

  takeLayers(open: number): void {
    this.#answer.takeLayers?.(open);
  }

  takeEvent(event: PickerEvent): void {
    if (event.type === 'gone' && event.id === this.#page.config.value) this.#page.isPresetGone = true;
    if (event.type === 'settings') this.#reportProblems(event.problems);
    this.#answer.takeEvent?.(event);
  }

  async #restorePreset(): Promise<void> {
    const { restorePreset } = await import('./restore-preset.ts');
    await restorePreset(this.#page, this.#answer);
  }

  #reportProblems(problems: readonly string[]): void {
    const message = logProblems(problems);
    if (message !== null) this.#answer.takeProblems?.(message);
  }

  async #give<Outcome>(give: (answer: Answer) => Promise<Outcome>, otherwise: Outcome): Promise<Outcome> {
    try {
      return await give(this.#answer);
    } catch (error) {
      const onretry = () => {
        showMap(this.#page);
        void this.#give(give, otherwise);
      };
      await showNotice(this.#page, { kind: 'failed', error, onretry });
      return otherwise;
    }
  }
}
