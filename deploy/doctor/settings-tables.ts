import { FUNCTION_SETTINGS } from '../../functions/config.ts';
import { NODE_SETTINGS } from '../../functions/node/settings.ts';
import { FOLDER_SETTINGS } from '#config/folders.ts';
import { PLATFORM_SETTINGS } from '#config/platform-settings.ts';
import { STORE_SETTINGS } from '../../publisher/object-store.ts';
import { PUBLISHER_SETTINGS } from '../../publisher/settings.ts';
import { PUBLIC_SETTINGS } from '#config/public-settings.ts';

/** All settings, by program; scripts/write-settings.mjs generates the docs' tables and .env.example from them. */
export const SETTINGS_TABLES = {
  function: { ...NODE_SETTINGS, ...FUNCTION_SETTINGS, ...PLATFORM_SETTINGS, ...FOLDER_SETTINGS },
  publisher: PUBLISHER_SETTINGS,
  store: STORE_SETTINGS,
  public: PUBLIC_SETTINGS,
};

export const ALL_KEYS: readonly string[] = Object.values(SETTINGS_TABLES).flatMap((table) =>
  Object.keys(table),
);
