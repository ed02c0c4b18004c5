import { allMessages as m } from '../i18n/messages.ts';
import { foundHere, type Found } from './found.ts';
import { explainLocateProblem, locate, type LocateAnswer, type LocateProblem } from './locate.ts';

/** The search around the device's position: whether it runs, and why it failed. */
export class NearMe {
  locating = $state(false);
  problem: LocateProblem | null = $state(null);
  readonly #onfind: (found: Found) => void;

  constructor(onfind: (found: Found) => void) {
    this.#onfind = onfind;
  }

  /** Says what it does, or why there is no position; empty if there is nothing to say. */
  get message(): string {
    if (this.locating) return m.find_locating();
    return this.problem === null ? '' : explainLocateProblem(this.problem);
  }

  /** Browsers prompt the visitor, so call it only after a click. */
  async find(): Promise<void> {
    this.problem = null;
    this.locating = true;
    const answer = await locate();
    this.locating = false;
    this.take(answer);
  }

  take(answer: LocateAnswer): void {
    this.problem = 'problem' in answer ? answer.problem : null;
    if ('position' in answer) this.#onfind(foundHere(answer.position, answer.accuracyMetres));
  }
}
