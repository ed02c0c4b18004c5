/** What a person has set going on a page: whether it is under way, and why it failed. */
export class Action {
  busy = $state(false);
  /** null: it hasn't failed. */
  failure = $state<unknown>(null);

  async run(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.failure = null;
    try {
      await work();
    } catch (error) {
      this.failure = error;
    } finally {
      this.busy = false;
    }
  }
}
