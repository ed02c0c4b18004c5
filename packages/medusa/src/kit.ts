import { createDroppoint } from '@droppoint/platform/shop';
import { Accounts, Points, type PointNeeds } from '@droppoint/platform/order';
import { applyMedusaDefaults, type DroppointOptions, type MedusaSettings } from './settings.ts';

/** The plugin's settings, and what is made of them. */
export interface Kit {
  settings: MedusaSettings;
  points: Points;
  accounts: Accounts;
  /** The conditions of a shipping option, as they are set now; null if there is no such option. */
  needsOf(optionId: unknown): PointNeeds | null;
}

export function createKit(options: DroppointOptions, logger: { error(message: string): void }): Kit {
  const settings = applyMedusaDefaults(options);
  return {
    settings,
    points: new Points(createDroppoint(settings.origin), (problem) => logger.error(problem)),
    accounts: new Accounts(settings.carrier, settings.channels),
    needsOf(optionId) {
      const option = settings.options.find(({ id }) => id === optionId);
      if (option === undefined) return null;
      const { countries = [], types = [], filter } = option;
      return { countries, types, ...(filter && { filter }) };
    },
  };
}
