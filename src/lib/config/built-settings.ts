import type { PublicSettings } from './public-settings.ts';

/** Put here by vite.config.ts, which reads and checks the settings when the pages are built. */
declare const __PUBLIC_SETTINGS__: Omit<PublicSettings, 'shipmentTemplate'>;

/** The public settings this site was built with, but for the template that only brokers need. */
export const publicSettings = __PUBLIC_SETTINGS__;
