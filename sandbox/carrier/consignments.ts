import type { CarrierClock } from './clock.ts';
import type { LifeStep } from './lives.ts';
import { readStoredText, TextStore, type StoredText } from './text-store.ts';

/** A new shipment or return. */
interface NewConsignment {
  kind: 'OUTBOUND' | 'RETURN';
  organizationId: string;
  /** The body as JSON text, which takes a fraction of the memory of its objects. */
  text: string;
  parcels: number;
  /** The same for all of its parcels. */
  steps: readonly LifeStep[];
  /** For returns only. */
  expirationMs?: number | undefined;
}

/** A shipment or a return: the request's body, and its parcels. */
export interface Consignment extends Omit<NewConsignment, 'text'> {
  /** Read it with `bodyTextOf`. */
  stored: StoredText;
  /** Serial number of its first parcel; the others follow. */
  serial: number;
  /** By the clock's `lifeMs`. */
  bornMs: number;
}

/** Reads the body as JSON text. */
export const bodyTextOf = ({ stored }: Consignment): string => readStoredText(stored);

/** A parcel: its consignment, and its position in it. */
export interface SandboxParcel {
  number: string;
  consignment: Consignment;
  /** From 0. */
  place: number;
}

const NUMBER = /^6900(\d{9})(\d{11})$/;

/** All shipments and returns, in memory until the sandbox ends. */
export class Consignments {
  readonly #seed: string;
  readonly #clock: CarrierClock;
  /** Consignments by serial number of a parcel, from 0: each is repeated for each of its parcels. */
  readonly #ofParcel: Consignment[] = [];
  /** Each organization's id once: a separate copy for each parcel would take more memory than the rest of the parcel. */
  readonly #organizationIds = new Map<string, string>();
  readonly #texts = new TextStore();
  /** Called with each new parcel. */
  onBirth: ((parcel: SandboxParcel) => void) | undefined;

  constructor(seed: number, clock: CarrierClock) {
    this.#seed = String(seed).padStart(9, '0');
    this.#clock = clock;
  }

  get count(): number {
    return this.#ofParcel.length;
  }

  add(created: NewConsignment): Consignment {
    const { organizationId: id } = created;
    const organizationId = this.#organizationIds.get(id) ?? id;
    this.#organizationIds.set(organizationId, organizationId);
    const serial = this.#ofParcel.length;
    const { kind, text, parcels, steps, expirationMs } = created;
    const [stored, bornMs] = [this.#texts.add(text), this.#clock.lifeMs];
    // Don't spread `created`: V8 would give each object its own hidden class, of 280 bytes.
    const consignment = { kind, organizationId, stored, serial, parcels, bornMs, steps, expirationMs };
    for (let place = 0; place < created.parcels; place++) this.#ofParcel.push(consignment);
    for (let place = 0; place < created.parcels; place++)
      this.onBirth?.({ number: this.numberOf(consignment, place), consignment, place });
    return consignment;
  }

  /** Returns the tracking number of a parcel: 24 digits, the same for the same seed and order of creation. */
  numberOf({ serial }: Consignment, place = 0): string {
    return `6900${this.#seed}${String(serial + place).padStart(11, '0')}`;
  }

  find(number: string): SandboxParcel | undefined {
    const [, seed, parcelSerial] = NUMBER.exec(number) ?? [];
    const consignment = seed === this.#seed ? this.#ofParcel[Number(parcelSerial)] : undefined;
    return consignment && { number, consignment, place: Number(parcelSerial) - consignment.serial };
  }

  /** Lists the latest parcels, the latest first. */
  latest(most: number): SandboxParcel[] {
    const least = Math.max(0, this.count - most);
    return Array.from({ length: this.count - least }, (_, back) => {
      const serial = this.count - 1 - back;
      const consignment = this.#ofParcel[serial]!;
      const place = serial - consignment.serial;
      return { number: this.numberOf(consignment, place), consignment, place };
    });
  }
}
