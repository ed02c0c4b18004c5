import { MedusaService } from '@medusajs/framework/utils';
import type { Logger } from '@medusajs/framework/types';
import {
  Accounts,
  EarlyEvents,
  Points,
  type OpenParcel,
  type OpenParcelStore,
  type PickupPoint,
  type PickupPointAlternative,
  type PointNeeds,
  type StoredReturn,
} from '@droppoint/platform/order';
import { createDroppoint } from '@droppoint/platform/shop';
import type { MedusaAddress } from '../../addresses.ts';
import type { MedusaSettings } from '../../settings.ts';
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
  readonly logger: Logger;
  readonly points: Points;
  readonly accounts: Accounts;
  /** Events that came before their parcel was stored. */
  readonly earlyEvents = new EarlyEvents();

  constructor(
    container: { logger: Logger },
    readonly settings: MedusaSettings,
  ) {
    super(container, settings);
    this.logger = container.logger;
    this.points = new Points(createDroppoint(settings.origin), (problem) => this.logger.error(problem));
    this.accounts = new Accounts(settings.carrier, settings.channels);
    shared.service = this;
  }

  /** The conditions of a shipping option, as they are set now; null if there is no such option. */
  needsOf(optionId: unknown): PointNeeds | null {
    const option = this.settings.options.find(({ id }) => id === optionId);
    if (option === undefined) return null;
    const { countries = [], types = [], filter } = option;
    return { countries, types, ...(filter && { filter }) };
  }

  async findPickup(key: PickupKey): Promise<PickupRow | null> {
    const [row] = await this.listPickups(key);
    return (row as unknown as PickupRow | undefined) ?? null;
  }

  /** Creates or updates the row of a cart or of an order. */
  async savePickup(key: PickupKey, fields: Partial<PickupRow>): Promise<void> {
    const rows = await this.updatePickups({ selector: key, data: fields as object });
    if (rows.length === 0) await this.createPickups({ ...key, ...fields } as never);
  }

  async findParcel(number: string) {
    const [parcel] = await this.listParcels({ number });
    return parcel ?? null;
  }

  /** Creates or updates the row of a parcel. */
  async saveParcel(number: string, fields: object): Promise<void> {
    const rows = await this.updateParcels({ selector: { number }, data: fields });
    if (rows.length === 0) await this.createParcels({ number, ...fields } as never);
  }

  openParcelOf(order_id: string): OpenParcelStore {
    return {
      find: async () => {
        const [open] = await this.listOpenParcels({ order_id });
        return open ? (JSON.parse(open.parcel) as OpenParcel) : null;
      },
      store: (parcel) => this.createOpenParcels({ order_id, parcel: JSON.stringify(parcel) }),
      remove: () => this.deleteOpenParcels({ order_id }),
    };
  }
}
