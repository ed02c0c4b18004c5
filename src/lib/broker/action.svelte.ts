/** State of an action started by the user: whether it is running, and why it failed. */
export class Action {
  busy = $state(false);
  /** null: no failure. */
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
