import { createRequester } from '#platform/request.ts';
import { chooseReturnsSchema, isListedReturn } from '#contract/choose-return.ts';
import type { PointSummary } from '#contract/point-summary-schema.ts';
import type { OfferedPoint } from '../picker/picker-events.ts';
import type { ChoosePage } from './choose-page.svelte.ts';
import type { Answer } from './answer.ts';
import { leaveLayers, listParameters, post, redirect, type Result } from './leave.ts';
import { showMap, showNotice } from './show-notice.ts';
import { summarize } from './summarize.ts';

/** A shop's page that hasn't come by then is slow: the shopper reads what happens. */
const NOTICE_AFTER_MS = 1_000;

/** Creates the way back to a shop's address, by a redirect or a form, if that is on the operator's list. */
export function answerShop(page: ChoosePage): Answer {
  const { request } = page;
  let listed: boolean | null = null;

  /** @throws AppError if the list can't be loaded */
  const isListed = async () => (listed ??= isListedReturn(request?.returnTo ?? '', await fetchReturns()));

  const refuse = () => {
    // For the developer; the page shows shoppers nothing that a stranger's link could contain.
    console.error(
      `/choose: ${request?.returnTo} is not one of the addresses in CHOOSE_RETURNS. Ask the operator to add it, exactly as written here.`,
    );
    return showNotice(page, { kind: 'unlisted' });
  };

  const giveBack = async (result: Result, summary?: PointSummary) => {
    if (request === null) return;
    if (!(await isListed())) return refuse();
    const parameters = listParameters(result, request, page.isPresetGone);
    page.isLeaving = true;
    await leaveLayers(window);
    const isWeb = /^https?:/.test(request.returnTo);
    // An app's own address takes no form.
    const isPost = request.answer === 'post' && isWeb;
    const href = isPost ? null : redirect(request.returnTo, parameters);
    if (isPost) post(request.returnTo, parameters, summary);
    // Drawing a notice would delay the shop's page.
    if (!isWeb || (await isStillHere()))
      await showNotice(page, { kind: 'point' in result ? 'chosen' : 'cancelled', href });
    page.isLeaving = false;
  };

  return {
    async begin() {
      if (request === null) return showNotice(page, { kind: 'incomplete' });
      // The browser may show the page again as it was left.
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted && listed === true) showMap(page);
      });
      // A list that can't be loaded now is loaded with the choice.
      if (!(await isListed().catch(() => true))) await refuse();
    },
    async choose(point: OfferedPoint) {
      await giveBack({ point: point.id }, request?.answer === 'post' ? await summarize(point) : undefined);
      return false;
    },
    cancel: () => giveBack({ status: 'cancelled' }),
  };
}

/**
 * Waits for the shop's page. @returns whether it hasn't come within NOTICE_AFTER_MS; false if it has, and Back
 * has shown this page again as it was left
 */
function isStillHere(): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), NOTICE_AFTER_MS);
    window.addEventListener('pagehide', () => clearTimeout(timer), { once: true });
    window.addEventListener('pageshow', () => resolve(false), { once: true });
  });
}

/** @throws AppError */
async function fetchReturns(): Promise<string[]> {
  const { data } = await createRequester()({
    method: 'GET',
    url: '/api/choose',
    schema: chooseReturnsSchema,
  });
  return data.returns;
}
