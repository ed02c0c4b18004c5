const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;

/** From `life` on, a millisecond of parcels' lives takes `slope` of the calendar's. */
interface Stretch {
  life: number;
  calendar: number;
  slope: number;
}

/**
 * The carrier's two times, in milliseconds. The calendar is real time, so that what callers send and read fits their own clocks.
 * Parcels' lives run faster: a day of theirs takes `daySeconds`. Stopped, both stand still; `advance` moves both by the same.
 */
export class CarrierClock {
  readonly #readReal: () => number;
  #daySeconds: number;
  /** Real time of the latest change, and both times then. */
  #real: number;
  #calendar: number;
  #life = 0;
  readonly #stretches: Stretch[] = [];

  /** @param daySeconds seconds that a day of a parcel's life takes; 0: stopped */
  constructor(daySeconds: number, readReal: () => number = Date.now) {
    this.#readReal = readReal;
    this.#daySeconds = daySeconds;
    this.#real = this.#calendar = readReal();
    this.#begin(this.#slope);
  }

  get daySeconds(): number {
    return this.#daySeconds;
  }

  /** Since 1970, as `Date` counts. */
  get calendarMs(): number {
    return this.#calendar + (this.#speed === 0 ? 0 : this.#elapsed);
  }

  /** How long a parcel has lived that was born when the sandbox started. */
  get lifeMs(): number {
    return this.#life + this.#elapsed * this.#speed;
  }

  setDaySeconds(daySeconds: number): void {
    this.#stand();
    this.#daySeconds = daySeconds;
    this.#begin(this.#slope);
  }

  advance(hours: number): void {
    this.#stand();
    this.#begin(1);
    this.#calendar += hours * HOUR_MS;
    this.#life += hours * HOUR_MS;
    this.#begin(this.#slope);
  }

  /** When the calendar had it that lives reached a time. @param lifeMs not in the future */
  calendarAt(lifeMs: number): number {
    const { life, calendar, slope } = this.#stretches.findLast((stretch) => stretch.life <= lifeMs)!;
    return Math.round(calendar + (lifeMs - life) * slope);
  }

  get #speed(): number {
    return this.#daySeconds === 0 ? 0 : DAY_SECONDS / this.#daySeconds;
  }

  get #elapsed(): number {
    return Math.max(0, this.#readReal() - this.#real);
  }

  #stand(): void {
    [this.#calendar, this.#life] = [this.calendarMs, this.lifeMs];
    this.#real = this.#readReal();
  }

  /** While lives stand still, nothing happens but births. */
  get #slope(): number {
    return this.#speed === 0 ? 1 : 1 / this.#speed;
  }

  #begin(slope: number): void {
    const [life, calendar] = [this.#life, this.#calendar];
    if (this.#stretches.at(-1)?.slope !== slope) this.#stretches.push({ life, calendar, slope });
  }
}
