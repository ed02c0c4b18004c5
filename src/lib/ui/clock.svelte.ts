/** The current time, updated at an interval while the component that creates it is mounted. */
export class Clock {
  nowMs = $state(Date.now());

  constructor(everyMs: number) {
    $effect(() => {
      const timer = setInterval(() => (this.nowMs = Date.now()), everyMs);
      return () => clearInterval(timer);
    });
  }
}
