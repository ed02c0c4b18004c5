import { checkCallback } from '../login/callback.ts';
import { chooseReturnPath } from '../login/return-path.ts';
import type { Broker } from './broker.ts';

/**
 * Finishes a login: checks the answer, exchanges the code once, begins the session.
 * @returns the path to go on to
 * @throws AppError as `checkCallback` and the token endpoint do
 */
export async function finishLogin(broker: Broker, query: URLSearchParams): Promise<string> {
  const callback = checkCallback(query, broker.settings, sessionStorage, Date.now());
  broker.session.begin(await broker.exchangeCode(callback));
  return chooseReturnPath(callback.returnTo, location.origin);
}
