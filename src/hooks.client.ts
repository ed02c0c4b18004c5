import type { HandleClientError } from '@sveltejs/kit';
import { config } from 'zod/mini';
import { explainError } from '$lib/i18n/explain-error.ts';
import { holdCallbackQuery } from '$lib/login/callback-query.ts';

// zod probes for `new Function`, which the content security policy refuses and reports.
config({ jitless: true });

holdCallbackQuery(location, history);

/** What the error page shows of an error that nobody caught. */
export const handleError: HandleClientError = ({ error, status, message }) => {
  if (status === 404) return { message };
  console.error(error);
  const { sentence, nextStep, requestId } = explainError(error);
  return { message: sentence, nextStep, ...(requestId === null ? {} : { requestId }) };
};
