import { pause } from '#async/pause.ts';
import { AppError, type ErrorCode } from '#platform/errors.ts';
import { eventsOf, trackParcels, type TrackedParcel } from '#platform/tracking.ts';
import type { Broker } from '../../broker/broker.ts';
import type { Desk } from '../desk.svelte.ts';
import { hasLabel, type LabelledParcel } from '../labels/load-labels.ts';
import { findDue } from './due-parcels.ts';
import { mergeEvents } from './merge-events.ts';

const ROUND_MS = 5 * 60_000;
/** Calls per round: three hundred parcels. The next round continues with the others. */
const CALLS = 30;
const PAUSE_MS = 250;
/** Skip parcels refreshed within this time, even if the user clicks again. */
const FRESH_MS = 10_000;
/** Errors that one of several numbers may have caused: another sender's, or an unreadable one. */
const MAY_CONCERN_ONE: readonly ErrorCode[] = ['rejected', 'forbidden', 'malformed'];
const mayConcernOne = (error: unknown) => error instanceof AppError && MAY_CONCERN_ONE.includes(error.code);

/**
 * Tracks the parcels: a round every five minutes while the page is visible, and whenever the user
 * refreshes.
 */
export class Tracker {
  reading = $state(false);
  /** Why the last round ended early; null: it completed. */
  failure = $state<unknown>(null);
  /** When the last round ended; 0: never. */
  readMs = $state(0);
  #stopped = false;

  constructor(
    readonly desk: Desk,
    readonly broker: Broker,
    readonly wait = pause,
  ) {}

  /** Starts the rounds. @returns a function that stops them */
  start(): () => void {
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - this.readMs < ROUND_MS) return;
      // Offline, a background round would only show an error that the user didn't ask for.
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

  /**
   * Runs a round, which ends at the first failure that isn't about one number. Never throws: see
   * `failure`.
   */
  async refresh(freshMs = FRESH_MS): Promise<void> {
    if (this.reading || !this.broker.session.grantedScopes.includes(trackParcels.scope)) return;
    this.reading = true;
    try {
      // Only one tab runs a round; the others receive its changes.
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
    for (const [at, batch] of findDue(this.desk.parcels, Date.now(), freshMs, CALLS).entries()) {
      if (this.#stopped) return;
      if (at > 0) await this.wait(PAUSE_MS);
      await this.#track(batch);
    }
  }

  async #track(parcels: readonly LabelledParcel[]): Promise<void> {
    try {
      await this.#store(parcels, await this.#fetch(parcels));
    } catch (error) {
      if (parcels.length === 1 || !mayConcernOne(error)) throw error;
      await this.#trackEach(parcels);
    }
  }

  /**
   * Tracks parcels one by one, because one of them may have caused an error for all.
   * @throws the error if the platform refuses every number
   */
  async #trackEach(parcels: readonly LabelledParcel[]): Promise<void> {
    const refused: LabelledParcel[] = [];
    for (const parcel of parcels) {
      await this.wait(PAUSE_MS);
      try {
        await this.#store([parcel], await this.#fetch([parcel]));
      } catch (error) {
        if (!mayConcernOne(error)) throw error;
        refused.push(parcel);
        if (refused.length === parcels.length) throw error;
      }
    }
    // They count as tracked, or they would be the first ones in every round.
    await this.#store(refused, []);
  }

  async #fetch(parcels: readonly LabelledParcel[]): Promise<TrackedParcel[]> {
    const numbers = parcels.map(({ trackingNumber }) => trackingNumber);
    const answers: TrackedParcel[] = [];
    for await (const answer of this.broker.platform.tracking.get(numbers)) answers.push(answer);
    return answers;
  }

  /**
   * Stores the events in the current versions of the parcels, which may have been changed or removed
   * meanwhile.
   */
  async #store(parcels: readonly LabelledParcel[], answers: readonly TrackedParcel[]): Promise<void> {
    const now = parcels.flatMap(({ id }) => this.desk.find(id) ?? []).filter(hasLabel);
    await this.desk.putParcels(
      now.map((parcel) => {
        const answer = answers.find(({ trackingNumber }) => trackingNumber === parcel.trackingNumber);
        return mergeEvents(parcel, answer === undefined ? [] : eventsOf(answer), Date.now());
      }),
    );
  }
}
