import type { Broker } from '../../broker/broker.ts';
import { readCutoff, pickupTimeZone } from './pickup-windows.ts';

/** Delay after the last change of the postcode. */
const PAUSE_MS = 300;
const POSTCODE = /^\d\d-?\d{3}$/;

const tidyCountry = (code: string) => code.trim().toUpperCase();
const keyOf = (postalCode: string, countryCode: string) => `${tidyCountry(countryCode)} ${postalCode.trim()}`;

/** Loads the time until which a same-day pickup can be ordered at a postcode. */
export class Cutoff {
  state = $state<'idle' | 'reading' | 'read' | 'failed'>('idle');
  /** Minute of the day; null: unknown. */
  minute = $state<number | null>(null);
  failure = $state<unknown>(null);
  #placeKey = '';
  #loading = Promise.resolve();

  constructor(readonly broker: Broker) {}

  /**
   * Loads the cut-off of another place after a short delay. Answers for an earlier place are ignored.
   * @returns a function that cancels the load
   */
  follow(postalCode: string, countryCode: string): () => void {
    const key = keyOf(postalCode, countryCode);
    if (key === this.#placeKey) return () => {};
    this.#placeKey = '';
    [this.state, this.minute, this.failure] = ['idle', null, null];
    const timer = setTimeout(() => void this.settle(postalCode, countryCode), PAUSE_MS);
    return () => clearTimeout(timer);
  }

  /**
   * Resolves once the place's cut-off has loaded or failed. Doesn't request it for a place without
   * pickups.
   */
  async settle(postalCode: string, countryCode: string): Promise<void> {
    const isPossible = pickupTimeZone(countryCode) !== null && POSTCODE.test(postalCode.trim());
    if (isPossible && this.#placeKey !== keyOf(postalCode, countryCode))
      this.#loading = this.load(postalCode, countryCode);
    await this.#loading;
  }

  /** Never throws: see `failure`. */
  async load(postalCode: string, countryCode: string): Promise<void> {
    const key = keyOf(postalCode, countryCode);
    this.#placeKey = key;
    [this.state, this.failure] = ['reading', null];
    try {
      const { data } = await this.broker.platform.pickups.cutoff(postalCode.trim(), tidyCountry(countryCode));
      if (this.#placeKey !== key) return;
      [this.state, this.minute] = ['read', readCutoff(data.cutoffTime)];
    } catch (error) {
      if (this.#placeKey !== key) return;
      [this.state, this.failure] = ['failed', error];
    }
  }
}
