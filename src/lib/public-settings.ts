import * as environment from '$env/static/public';
import { parsePublicSettings } from './config.ts';

/**
 * The public settings this site was built with.
 * A wrong one fails the import with AppError `settings_invalid`, which the error page then shows.
 */
export const publicSettings = parsePublicSettings({ ...environment });
