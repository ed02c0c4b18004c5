import type { Broker } from '../../broker/broker.ts';
import { readCutoff, timeZoneOfPickups } from './pickup-windows.ts';

/** Asked once a postcode is whole, and not with each of its digits. */
const PAUSE_MS = 300;
const POSTCODE = /^\d\d-?\d{3}$/;

const tidyCountry = (code: string) => code.trim().toUpperCase();
const keyOf = (postalCode: string, countryCode: string) => `${tidyCountry(countryCode)} ${postalCode.trim()}`;

/** Until when a pickup at a postcode can be ordered for the same day, as the platform tells it. */
export class Cutoff {
  state = $state<'not-asked' | 'reading' | 'read' | 'failed'>('not-asked');
  /** Minute of the day; null: not known. */
  minute = $state<number | null>(null);
  failure = $state<unknown>(null);
  #asked = '';
  #asking = Promise.resolve();

  constructor(readonly broker: Broker) {}

  /**
   * Asks for another place, in a moment. Answers for an earlier one are dropped.
   * @returns a function that calls it off
   */
  follow(postalCode: string, countryCode: string): () => void {
    const key = keyOf(postalCode, countryCode);
    if (key === this.#asked) return () => {};
    this.#asked = '';
    [this.state, this.minute, this.failure] = ['not-asked', null, null];
    const timer = setTimeout(() => void this.settle(postalCode, countryCode), PAUSE_MS);
    return () => clearTimeout(timer);
  }

  /** Resolves once it is known of a place, or can't be: one that has no pickups isn't asked about. */
  async settle(postalCode: string, countryCode: string): Promise<void> {
    const isPossible = timeZoneOfPickups(countryCode) !== null && POSTCODE.test(postalCode.trim());
    if (isPossible && this.#asked !== keyOf(postalCode, countryCode))
      this.#asking = this.ask(postalCode, countryCode);
    await this.#asking;
  }

  /** Never throws: see `failure`. */
  async ask(postalCode: string, countryCode: string): Promise<void> {
    const key = keyOf(postalCode, countryCode);
    this.#asked = key;
    [this.state, this.failure] = ['reading', null];
    try {
      const { data } = await this.broker.readCutoff(postalCode.trim(), tidyCountry(countryCode));
      if (this.#asked !== key) return;
      [this.state, this.minute] = ['read', readCutoff(data.cutoffTime)];
    } catch (error) {
      if (this.#asked !== key) return;
      [this.state, this.failure] = ['failed', error];
    }
  }
}
