import { connectRedis } from '../../functions/node/shared/redis-link.ts';
import { readPlaces } from '../../functions/node/settings.ts';
import { findingOf, type Finding, type Patient } from './finding.ts';

/** Whether the store that nodes share can be written to. None is fine; without the one that is set a node goes on for itself. */
export async function examineRedis({ environment }: Patient): Promise<Finding[]> {
  const { redisUrl } = readPlaces(environment);
  if (redisUrl === null) return [];
  // Without the password.
  const { host } = new URL(redisUrl);
  let reason: string | null = null;
  const link = await connectRedis(redisUrl, (_state, why) => (reason = why));
  link.close();
  if (reason === null) return [findingOf('redis')('ok', host)];
  const message = `${host} can't be used (${String(reason)}): each node counts requests for itself, and logouts are honoured where they were asked for.`;
  return [findingOf('redis')('warning', message)];
}
