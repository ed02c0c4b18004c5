import type { ClientInit, HandleClientError } from '@sveltejs/kit';
import { config } from 'zod/mini';
import { findLanguage, speak, markLanguage } from '$lib/i18n/messages.ts';
import { holdCallbackQuery } from '$lib/login/callback-query.ts';

// zod probes for `new Function`, which the content security policy refuses and reports.
config({ jitless: true });

holdCallbackQuery(location, history);

/** The language is there before anything is shown: the one that the script in the page's head has chosen. */
export const init: ClientInit = async () => {
  await speak(findLanguage([window.droppointLanguage ?? 'en'])).catch(() => speak('en'));
  markLanguage(document.documentElement);
};

/** What the error page shows of an error that nobody caught. */
export const handleError: HandleClientError = async ({ error, status, message }) => {
  if (status === 404) return { message };
  console.error(error);
  const { explainError } = await import('$lib/i18n/explain-error.ts');
  const { sentence, nextStep, requestId } = explainError(error);
  return { message: sentence, nextStep, ...(requestId === null ? {} : { requestId }) };
};
