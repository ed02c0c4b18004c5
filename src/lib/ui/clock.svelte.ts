/** The current time, updated at an interval as long as the component that creates it is mounted. */
export class Clock {
  nowMs = $state(Date.now());

  constructor(everyMs: number) {
    $effect(() => {
      const timer = setInterval(() => (this.nowMs = Date.now()), everyMs);
      return () => clearInterval(timer);
    });
  }
}
