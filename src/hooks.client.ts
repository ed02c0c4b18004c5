import type { ClientInit, HandleClientError } from '@sveltejs/kit';
import { noteLostCode } from '#contract/lost-code.ts';
import { findLanguage, setLanguage, markLanguage } from '$lib/i18n/messages.ts';
import { holdCallbackQuery } from '$lib/login/callback-query.ts';

// zod tests for `new Function`, which the content security policy blocks and reports. It reads its settings from here, and calling its
// `config` would load all of it before the first pins.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

holdCallbackQuery(location, history);
addEventListener('vite:preloadError', noteLostCode);

/** Loads the language chosen by the script in the page's head before anything is shown. */
export const init: ClientInit = async () => {
  await setLanguage(findLanguage([window.droppointLanguage ?? 'en'])).catch(() => setLanguage('en'));
  markLanguage(document.documentElement);
};

/** Converts an uncaught error to what the error page shows. */
export const handleError: HandleClientError = async ({ error, status, message }) => {
  if (status === 404) return { message };
  console.error(error);
  const { explainError } = await import('$lib/i18n/explain-error.ts');
  const { sentence, nextStep, requestId } = explainError(error);
  return { message: sentence, nextStep, ...(requestId === null ? {} : { requestId }) };
};
