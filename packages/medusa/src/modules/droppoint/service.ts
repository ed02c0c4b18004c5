import { MedusaService } from '@medusajs/framework/utils';
import type { Logger } from '@medusajs/framework/types';
import {
  EarlyEvents,
  type OpenParcel,
  type OpenParcelStore,
  type PickupPoint,
  type PickupPointAlternative,
  type StoredReturn,
} from '@droppoint/platform/order';
import type { MedusaAddress } from '../../addresses.ts';
import { createKit, type Kit } from '../../kit.ts';
import type { DroppointOptions } from '../../settings.ts';
import { OpenParcelModel } from './models/open-parcel.ts';
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

const shared: { service?: DroppointService } = {};

/**
 * The service of this process, for the provider: Medusa isolates its container.
 * @throws Error if the shop's settings lack the plugin
 */
export function findService(): DroppointService {
  if (!shared.service) throw new Error('Droppoint: put `plugin` into `plugins` of medusa-config.');
  return shared.service;
}

/** The plugin's own tables, its settings, and the clients of Droppoint and of the carrier. */
export class DroppointService extends MedusaService({
  Pickup: PickupModel,
  Parcel: ParcelModel,
  OpenParcel: OpenParcelModel,
}) {
  readonly kit: Kit;
  /** Events that came before their parcel was stored. */
  readonly earlyEvents = new EarlyEvents();

  constructor(container: { logger: Logger }, options: DroppointOptions) {
    super(container, options);
    this.kit = createKit(options, container.logger);
    shared.service = this;
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

  /** Creates or updates the row of a parcel. */
  async saveParcel(number: string, fields: object): Promise<void> {
    const parcel = await this.findParcel(number);
    if (parcel) await this.updateParcels({ id: parcel.id, ...fields });
    else await this.createParcels({ number, ...fields } as never);
  }

  openParcelOf(order_id: string): OpenParcelStore {
    const find = async () => (await this.listOpenParcels({ order_id }))[0];
    return {
      find: async () => {
        const open = await find();
        return open ? (JSON.parse(open.parcel) as OpenParcel) : null;
      },
      store: (parcel) => this.createOpenParcels({ order_id, parcel: JSON.stringify(parcel) }),
      remove: async () => this.deleteOpenParcels((await find())?.id ?? []),
    };
  }
}
