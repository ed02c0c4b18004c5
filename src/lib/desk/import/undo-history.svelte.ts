import type { ImportRecord } from './import-record.ts';
import { toStep, type Step } from './steps.ts';

/** Changes that can be undone. */
const MOST_STEPS = 50;

/** Remembers an import before each of its changes, so that they can be undone and repeated. */
export class UndoHistory {
  #past = $state.raw<readonly Step[]>([]);
  #future = $state.raw<readonly Step[]>([]);

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Remembers an import that is about to change. */
  remember(record: ImportRecord): void {
    this.#past = [...this.#past.slice(1 - MOST_STEPS), toStep(record)];
    this.#future = [];
  }

  /** @returns what the import was before its last change; null if there was none */
  undo(record: ImportRecord): Step | null {
    const step = this.#past.at(-1);
    if (step === undefined) return null;
    this.#future = [...this.#future, toStep(record)];
    this.#past = this.#past.slice(0, -1);
    return step;
  }

  /** @returns what the import was before the last undo; null if there was none */
  redo(record: ImportRecord): Step | null {
    const step = this.#future.at(-1);
    if (step === undefined) return null;
    this.#past = [...this.#past, toStep(record)];
    this.#future = this.#future.slice(0, -1);
    return step;
  }

  clear(): void {
    this.#past = this.#future = [];
  }
}
