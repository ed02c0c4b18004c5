import { createRequester } from '#platform/request.ts';
import { chooseReturnsSchema, isListedReturn } from '../contract/choose-return.ts';
import type { PointSummary } from '../contract/point-summary-schema.ts';
import type { OfferedPoint } from '../picker/picker-events.ts';
import type { Answer, ChoosePage } from './choose-page.svelte.ts';
import { leaveLayers, listParameters, post, redirect, type Result } from './leave.ts';
import { summarize } from './summarize.ts';

/** Creates the way back to a shop's address, by a redirect or a form, if that is on the operator's list. */
export function answerShop(page: ChoosePage): Answer {
  const { request } = page;

  /** @throws AppError if the list can't be loaded */
  const isListed = async () => {
    const early = chooseReturnsSchema.safeParse(await window.droppointHosts);
    const { returns } = early.success ? early.data : await fetchReturns();
    return isListedReturn(request?.returnTo ?? '', returns);
  };

  const refuse = () => {
    // For the developer; the page shows shoppers nothing that a stranger's link could contain.
    console.error(
      `/choose: ${request?.returnTo} is not one of the addresses in CHOOSE_RETURNS. Ask the operator to add it, exactly as written here.`,
    );
    page.notice = { kind: 'unlisted' };
  };

  const giveBack = async (result: Result, summary?: PointSummary) => {
    if (request === null) return;
    if (!(await isListed())) return refuse();
    const parameters = listParameters(result, request, page.isPresetGone);
    await leaveLayers(window);
    const isPost = request.answer === 'post';
    const href = isPost ? null : redirect(request.returnTo, parameters);
    if (isPost) post(request.returnTo, parameters, summary);
    page.notice = { kind: 'point' in result ? 'chosen' : 'cancelled', href };
  };

  return {
    async begin() {
      // A list that can't be loaded now is loaded with the choice.
      if (!(await isListed().catch(() => true))) refuse();
    },
    async choose(point: OfferedPoint) {
      await giveBack({ point: point.id }, request?.answer === 'post' ? await summarize(point) : undefined);
      return false;
    },
    cancel: () => giveBack({ status: 'cancelled' }),
  };
}

/** Fallback if the early request, sent by src/first-view, failed. @throws AppError */
async function fetchReturns() {
  return (await createRequester()({ method: 'GET', url: '/api/choose', schema: chooseReturnsSchema })).data;
}
