import type { Pickup } from '#platform/pickups.ts';
import { deriveDigits, deriveUuid } from './derive-id.ts';

export interface OrderedPickup {
  id: string;
  organizationId: string;
  reference: string;
  pickup: Pickup;
  createdMs: number;
  modifiedMs: number;
  status: 'CREATED' | 'CANCELLED';
}

/** All pickups that were ordered, in memory until the sandbox ends. */
export class PickupBook {
  readonly #seed: number;
  /** In the order of their creation. */
  readonly #pickups = new Map<string, OrderedPickup>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  get count(): number {
    return this.#pickups.size;
  }

  add(organizationId: string, pickup: Pickup, nowMs: number): OrderedPickup {
    const key = `pickup ${this.#seed} ${this.#pickups.size}`;
    const ordered: OrderedPickup = {
      id: deriveUuid(key),
      organizationId,
      reference: deriveDigits(key, 6),
      pickup,
      createdMs: nowMs,
      modifiedMs: nowMs,
      status: 'CREATED',
    };
    this.#pickups.set(ordered.id, ordered);
    return ordered;
  }

  find(id: string): OrderedPickup | undefined {
    return this.#pickups.get(id);
  }

  /** The first ordered first. */
  list(): OrderedPickup[] {
    return [...this.#pickups.values()];
  }
}
