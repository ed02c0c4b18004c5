import type { CarrierClock } from './clock.ts';
import type { Step } from './lives.ts';
import { readText, TextStore, type StoredText } from './text-store.ts';

/** A shipment or a return that comes in. */
interface Told {
  kind: 'OUTBOUND' | 'RETURN';
  organizationId: string;
  /** The body as JSON text, which takes a fraction of the memory of its objects. */
  text: string;
  parcels: number;
  /** The same for all its parcels. */
  steps: readonly Step[];
  /** Of returns. */
  expirationMs?: number | undefined;
}

/** A shipment or a return: what was sent, and the parcels in it. */
export interface Consignment extends Omit<Told, 'text'> {
  /** Read with `textOf`. */
  stored: StoredText;
  /** Serial number of its first parcel; the others follow. */
  serial: number;
  /** By the clock's `lifeMs`. */
  bornMs: number;
}

/** The body as JSON text. */
export const textOf = ({ stored }: Consignment): string => readText(stored);

/** A parcel: a consignment, and which of its parcels. */
export interface Parcel {
  number: string;
  consignment: Consignment;
  /** From 0. */
  place: number;
}

const NUMBER = /^6900(\d{9})(\d{11})$/;

/** All that was sent, in memory until the sandbox ends. */
export class Consignments {
  readonly #seed: string;
  readonly #clock: CarrierClock;
  /** By serial number, which begins with 0: a consignment as often as it has parcels. */
  readonly #ofParcel: Consignment[] = [];
  /** Each organization's id once: a text of its own for each of its parcels would take more than the parcel's other numbers. */
  readonly #organizationIds = new Map<string, string>();
  readonly #texts = new TextStore();
  /** Called with each new parcel. */
  onBirth: ((parcel: Parcel) => void) | undefined;

  constructor(seed: number, clock: CarrierClock) {
    this.#seed = String(seed).padStart(9, '0');
    this.#clock = clock;
  }

  get count(): number {
    return this.#ofParcel.length;
  }

  add(told: Told): Consignment {
    const { organizationId: id } = told;
    const organizationId = this.#organizationIds.get(id) ?? id;
    this.#organizationIds.set(organizationId, organizationId);
    const serial = this.#ofParcel.length;
    const { kind, text, parcels, steps, expirationMs } = told;
    const [stored, bornMs] = [this.#texts.keep(text), this.#clock.lifeMs];
    // Not `...told`, for which V8 makes each object a hidden class of its own, of 280 bytes.
    const consignment = { kind, organizationId, stored, serial, parcels, bornMs, steps, expirationMs };
    for (let place = 0; place < told.parcels; place++) this.#ofParcel.push(consignment);
    for (let place = 0; place < told.parcels; place++)
      this.onBirth?.({ number: this.numberOf(consignment, place), consignment, place });
    return consignment;
  }

  /** Tracking number of a parcel: 24 digits, the same for the same seed and order. */
  numberOf({ serial }: Consignment, place = 0): string {
    return `6900${this.#seed}${String(serial + place).padStart(11, '0')}`;
  }

  find(number: string): Parcel | undefined {
    const [, seed, written] = NUMBER.exec(number) ?? [];
    const consignment = seed === this.#seed ? this.#ofParcel[Number(written)] : undefined;
    return consignment && { number, consignment, place: Number(written) - consignment.serial };
  }

  /** The latest parcels, latest first. */
  latest(most: number): Parcel[] {
    const least = Math.max(0, this.count - most);
    return Array.from({ length: this.count - least }, (_, back) => {
      const serial = this.count - 1 - back;
      const consignment = this.#ofParcel[serial]!;
      const place = serial - consignment.serial;
      return { number: this.numberOf(consignment, place), consignment, place };
    });
  }
}
