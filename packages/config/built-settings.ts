import type { PublicSettings } from './public-settings.ts';

/** vite.config.ts reads and validates the settings when it builds the pages, and inserts them here. */
declare const __PUBLIC_SETTINGS__: PublicSettings;

/** The public settings of this build. */
export const publicSettings = __PUBLIC_SETTINGS__;
