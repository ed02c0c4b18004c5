import type { Broker } from '../../broker/broker.ts';
import { readCutoff, timeZoneOfPickups } from './pickup-windows.ts';

/** Asked once a postcode is whole, and not with each of its digits. */
const PAUSE_MS = 300;
const POSTCODE = /^\d\d-?\d{3}$/;

/** Until when a pickup at a postcode can be ordered for the same day, as the platform tells it. */
export class Cutoff {
  state = $state<'not-asked' | 'reading' | 'read' | 'failed'>('not-asked');
  /** Minute of the day; null: not known. */
  minute = $state<number | null>(null);
  failure = $state<unknown>(null);
  #asked = '';

  constructor(readonly broker: Broker) {}

  /**
   * Asks for another place, in a moment. Answers for an earlier one are dropped.
   * @returns a function that calls it off
   */
  follow(postalCode: string, countryCode: string): () => void {
    const [code, country] = [postalCode.trim(), countryCode.trim().toUpperCase()];
    const key = `${country} ${code}`;
    if (key === this.#asked) return () => {};
    this.#asked = '';
    [this.state, this.minute, this.failure] = ['not-asked', null, null];
    if (timeZoneOfPickups(country) === null || !POSTCODE.test(code)) return () => {};
    const timer = setTimeout(() => void this.ask(code, country), PAUSE_MS);
    return () => clearTimeout(timer);
  }

  /** Never throws: see `failure`. */
  async ask(postalCode: string, countryCode: string): Promise<void> {
    const key = `${countryCode} ${postalCode}`;
    this.#asked = key;
    [this.state, this.failure] = ['reading', null];
    try {
      const { data } = await this.broker.readCutoff(postalCode, countryCode);
      if (this.#asked !== key) return;
      [this.state, this.minute] = ['read', readCutoff(data.cutoffTime)];
    } catch (error) {
      if (this.#asked !== key) return;
      [this.state, this.failure] = ['failed', error];
    }
  }
}
