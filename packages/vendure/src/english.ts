import { LanguageCode } from '@vendure/core';

/** A text of the dashboard's forms. */
export const english = (value: string) => [{ languageCode: LanguageCode.en, value }];
