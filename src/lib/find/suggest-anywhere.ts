import { once } from '#async/once.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { suggest } from '#search/suggest.ts';
import type { Shown } from './found.ts';
import type { SearchQuestion, Suggestion } from '#search/question.ts';

const loadStreets = once(() => import('./page-streets.ts'));

/** Loads the code for streets ahead of the first letter: compiling it then would delay the first suggestions. */
export const prepareStreets = () => void loadStreets().catch(() => undefined);

/** Searches network and published streets; the network alone if the code for streets can't be loaded. @throws AppError like `suggest` */
export async function suggestAnywhere(
  network: PointNetwork,
  question: SearchQuestion,
  signal?: AbortSignal,
): Promise<(Suggestion | Shown)[]> {
  const own = suggest(network, question, signal);
  // It may fail while the code for streets still loads; whoever awaits it below hears of that.
  own.catch(() => undefined);
  const streets = await loadStreets().catch(() => null);
  return streets === null ? own : streets.searchAll(network, question, own, signal);
}
