/** The time, told anew every so often as long as the component that creates it is there. */
export class Clock {
  nowMs = $state(Date.now());

  constructor(everyMs: number) {
    $effect(() => {
      const timer = setInterval(() => (this.nowMs = Date.now()), everyMs);
      return () => clearInterval(timer);
    });
  }
}
