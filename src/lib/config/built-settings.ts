import type { PublicSettings } from './public-settings.ts';

/** Put here by vite.config.ts, which reads and checks the settings when the pages are built. */
declare const __PUBLIC_SETTINGS__: PublicSettings;

/** The public settings this site was built with. */
export const publicSettings: PublicSettings = __PUBLIC_SETTINGS__;
