import type { PublicSettings } from './public-settings.ts';

/** Inserted by vite.config.ts, which reads and validates the settings when the pages are built. */
declare const __PUBLIC_SETTINGS__: PublicSettings;

/** The public settings of this build. */
export const publicSettings = __PUBLIC_SETTINGS__;
