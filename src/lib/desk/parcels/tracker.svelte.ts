import { pause } from '#platform/back-off.ts';
import { AppError } from '#platform/errors.ts';
import { trackParcels, eventsOf } from '#platform/tracking.ts';
import type { Broker } from '../../broker/broker.ts';
import type { Desk } from '../desk.svelte.ts';
import { hasLabel, type LabelledParcel } from '../labels/read-labels.ts';
import { findDue } from './due-parcels.ts';
import { takeEvents } from './merge-events.ts';

const ROUND_MS = 5 * 60_000;
/** Calls of a round: three hundred parcels. The next round goes on with the others. */
const CALLS = 30;
const PAUSE_MS = 250;
/** What was read so lately isn't read again, however often somebody presses. */
const FRESH_MS = 10_000;

/** Reads what has become of the parcels: a round every five minutes while the page is seen, and when it is asked for. */
export class Tracker {
  reading = $state(false);
  /** Why the last round ended early; null: it didn't. */
  failure = $state<unknown>(null);
  /** When the last round ended; 0: none has. */
  readMs = $state(0);
  #stopped = false;

  constructor(
    readonly desk: Desk,
    readonly broker: Broker,
    readonly wait = pause,
  ) {}

  /** Begins the rounds. @returns what ends them */
  start(): () => void {
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - this.readMs < ROUND_MS) return;
      // Without a connection nothing new is to be had, and nobody has asked for it.
      if (navigator.onLine) void this.refresh(ROUND_MS);
    };
    const timer = setInterval(look, ROUND_MS / 10);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      this.#stopped = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }

  /** A round. It ends at the first call that fails; never throws: see `failure`. */
  async refresh(freshMs = FRESH_MS): Promise<void> {
    if (this.reading || !this.broker.session.grantedScopes.includes(trackParcels.scope)) return;
    this.reading = true;
    try {
      // Of two tabs one reads; the other gets what has changed.
      await navigator.locks.request(
        `droppoint.desk.track.${this.desk.name}`,
        { ifAvailable: true },
        async (lock) => {
          if (lock !== null) await this.#read(freshMs);
        },
      );
      this.failure = null;
    } catch (error) {
      this.failure = error;
    }
    this.readMs = Date.now();
    this.reading = false;
  }

  async #read(freshMs: number): Promise<void> {
    for (const [at, ten] of findDue(this.desk.parcels, Date.now(), freshMs, CALLS).entries()) {
      if (this.#stopped) return;
      if (at > 0) await this.wait(PAUSE_MS);
      await this.#ask(ten);
    }
  }

  async #ask(parcels: readonly LabelledParcel[]): Promise<void> {
    const numbers = parcels.map(({ trackingNumber }) => trackingNumber);
    try {
      const { data } = await this.broker.track(numbers);
      await this.#keep(parcels, (number) => {
        const answer = data.parcels.find((each) => each.trackingNumber === number);
        return answer === undefined ? [] : eventsOf(answer);
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      // One number that isn't known may take the others with it.
      if (parcels.length === 1) return this.#keep(parcels, () => []);
      for (const parcel of parcels) await this.#ask([parcel]);
    }
  }

  /** Those that are still there, as they are now: they may have changed or been removed meanwhile. */
  async #keep(
    asked: readonly LabelledParcel[],
    eventsOfNumber: (number: string) => ReturnType<typeof eventsOf>,
  ): Promise<void> {
    const now = asked.flatMap(({ id }) => this.desk.find(id) ?? []).filter(hasLabel);
    await this.desk.putParcels(
      now.map((parcel) => takeEvents(parcel, eventsOfNumber(parcel.trackingNumber), Date.now())),
    );
  }
}
