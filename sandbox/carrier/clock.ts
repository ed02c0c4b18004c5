const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;

/** From `life` on, a millisecond of parcels' lives takes `slope` milliseconds of the calendar. */
interface Stretch {
  life: number;
  calendar: number;
  slope: number;
}

/**
 * The carrier's two times, in milliseconds. The calendar is real time, so that times in requests
 * and answers match the callers' clocks. Parcels' lives run faster: a day of a life takes
 * `daySeconds`. A stopped clock stops both; `advance` moves both by the same amount.
 */
export class CarrierClock {
  readonly #readReal: () => number;
  #daySeconds: number;
  /** Real time of the latest change, and both times at that moment. */
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

  /** Milliseconds since 1970, as in `Date`. */
  get calendarMs(): number {
    return this.#calendar + (this.#speed === 0 ? 0 : this.#elapsed);
  }

  /** Age of a parcel that was born when the sandbox started. */
  get lifeMs(): number {
    return this.#life + this.#elapsed * this.#speed;
  }

  setDaySeconds(daySeconds: number): void {
    this.#freeze();
    this.#daySeconds = daySeconds;
    this.#begin(this.#slope);
  }

  advance(hours: number): void {
    this.#freeze();
    this.#begin(1);
    this.#calendar += hours * HOUR_MS;
    this.#life += hours * HOUR_MS;
    this.#begin(this.#slope);
  }

  /** Converts a time of lives to the calendar. @param lifeMs not in the future */
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

  #freeze(): void {
    [this.#calendar, this.#life] = [this.calendarMs, this.lifeMs];
    this.#real = this.#readReal();
  }

  /**
   * The slope from now on. While lives are stopped, only births happen, so any slope is correct.
   */
  get #slope(): number {
    return this.#speed === 0 ? 1 : 1 / this.#speed;
  }

  #begin(slope: number): void {
    const [life, calendar] = [this.#life, this.#calendar];
    if (this.#stretches.at(-1)?.slope !== slope) this.#stretches.push({ life, calendar, slope });
  }
}
