import { MedusaService } from '@medusajs/framework/utils';
import type { Logger } from '@medusajs/framework/types';
import {
  EarlyEvents,
  type PickupPoint,
  type PickupPointAlternative,
  type StoredReturn,
} from '@droppoint/platform/order';
import type { MedusaAddress } from '../../addresses.ts';
import { createKit, type Kit } from '../../kit.ts';
import type { DroppointOptions } from '../../settings.ts';
import { ParcelModel } from './models/parcel.ts';
import { PickupModel } from './models/pickup.ts';

/** The point of a cart or an order, as models/pickup.ts describes it. */
export interface PickupRow {
  id: string;
  order_id: string | null;
  point: PickupPoint | null;
  problem: string | null;
  alternatives: readonly PickupPointAlternative[] | null;
  own_address: MedusaAddress | null;
  checked_at: Date | null;
  return: { stored: StoredReturn } | null;
}

type PickupKey = { cart_id: string } | { order_id: string };

/** The plugin's own tables, its settings, and the clients of Droppoint and of the carrier. */
export class DroppointService extends MedusaService({ Pickup: PickupModel, Parcel: ParcelModel }) {
  readonly kit: Kit;
  /** Events that came before their parcel was stored. */
  readonly earlyEvents = new EarlyEvents();

  constructor(container: { logger: Logger }, options: DroppointOptions) {
    super(container, options);
    this.kit = createKit(options, container.logger);
  }

  async findPickup(key: PickupKey): Promise<PickupRow | null> {
    const [row] = await this.listPickups(key);
    return (row as unknown as PickupRow | undefined) ?? null;
  }

  /** Creates or updates the row of a cart or of an order. */
  async savePickup(key: PickupKey, fields: Partial<PickupRow>): Promise<void> {
    const row = await this.findPickup(key);
    if (row) await this.updatePickups({ ...fields, id: row.id } as never);
    else await this.createPickups({ ...key, ...fields } as never);
  }

  async findParcel(number: string) {
    const [parcel] = await this.listParcels({ number });
    return parcel ?? null;
  }
}
