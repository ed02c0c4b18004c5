import { createContext } from 'svelte';
import { AppError, type FieldError } from '#platform/errors.ts';
import { Action } from '../broker/action.svelte.ts';
import { focusProblem } from '../ui/focus-problem.ts';
import { describeFieldErrors, type FieldProblems } from './field-problems.ts';

/** The form of the sender, which is shown inside others. */
interface SenderForm {
  /** Saves it. @returns whether a valid sender is chosen */
  settle(): Promise<boolean>;
  showErrors(problems: FieldProblems): void;
}

/**
 * A form that becomes a request body. Its component binds `root`, calls `submit` and `oninput`, and
 * declares its fields (Field.svelte), each with the path of its value in the body. Errors appear at their
 * fields; OtherProblems.svelte shows the rest.
 */
export class DeskForm {
  /** The element that contains all fields. */
  root: HTMLElement | undefined = $state.raw();
  problems: FieldProblems = $state.raw({});
  readonly sending = new Action();
  /** The sender's form inside this one, if there is one. */
  sender: SenderForm | undefined = $state.raw();
  #isSubmitting = false;

  /** @param toField converts an error of the body to one of a field, if their paths differ */
  constructor(private readonly toField: (error: FieldError) => FieldError = (error) => error) {}

  /**
   * Handles a submit event, then focuses the first field with an error. Ignores further events until
   * `work` has finished.
   */
  async submit(event: SubmitEvent | null, work: () => Promise<void>): Promise<void> {
    event?.preventDefault();
    if (this.#isSubmitting) return;
    this.#isSubmitting = true;
    try {
      await focusProblem(work(), () => this.root);
    } finally {
      this.#isSubmitting = false;
    }
  }

  /** Checks and sends the form. Shows fields that the platform refuses; `sending` has any other failure. */
  run(work: () => Promise<void>): Promise<void> {
    return this.sending.run(async () => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof AppError) || error.fields.length === 0) throw error;
        this.showErrors(error.fields);
      }
    });
  }

  /**
   * Shows errors at their fields, in place of earlier ones.
   * @param example example of a valid postcode
   * @returns whether there are none
   */
  showErrors(errors: readonly FieldError[], example = ''): boolean {
    this.problems = describeFieldErrors(errors.map(this.toField), example);
    const ofSender = Object.entries(this.problems).filter(([path]) => /^(sender|origin)\./.test(path));
    if (ofSender.length > 0) this.sender?.showErrors(Object.fromEntries(ofSender));
    return errors.length === 0;
  }

  /** Clears the error of a field. */
  clearError(path: string): void {
    const { [path]: cleared, ...others } = this.problems;
    if (cleared !== undefined) this.problems = others;
  }

  /** Clears the error of a field once the user edits it. */
  oninput = ({ target }: Event): void => this.clearError((target as HTMLElement).dataset['path'] ?? '');
}

/** A form provides itself to its fields. */
export const [useDeskForm, provideDeskForm] = createContext<DeskForm>();
