import { MedusaService } from '@medusajs/framework/utils';
import type { Logger } from '@medusajs/framework/types';
import { EarlyEvents } from '@droppoint/platform/order';
import { createKit, type Kit } from '../../kit.ts';
import type { DroppointOptions } from '../../settings.ts';
import { Parcel } from './models/parcel.ts';
import { Pickup } from './models/pickup.ts';

/** The plugin's own tables, its settings, and the clients of Droppoint and of the carrier. */
export class DroppointService extends MedusaService({ Pickup, Parcel }) {
  readonly kit: Kit;
  /** Events that came before their parcel was stored. */
  readonly earlyEvents = new EarlyEvents();

  constructor(container: { logger: Logger }, options: DroppointOptions) {
    super(container, options);
    this.kit = createKit(options, container.logger);
  }
}
