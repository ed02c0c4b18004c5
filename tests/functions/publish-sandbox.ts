import type { TestCarrier } from '../sandbox/carrier-client.ts';
import { fetchPoints } from '../sandbox/sandbox-client.ts';
import { publish, type PublishedItem } from '../unit/network/publish-in-memory.ts';

/** Publishes the first points of a sandbox's list, without those that have no position. */
export async function publishSandbox(
  { sandbox, token }: TestCarrier,
  count: number,
  options: Parameters<typeof publish>[1] = {},
) {
  const list = await fetchPoints(sandbox, token, `?perPage=${count}`);
  const { items } = (await list.json()) as { items: PublishedItem[] };
  const placed = items.filter(({ coordinates }) => Number(coordinates.latitude) !== 0);
  return publish(placed, options);
}
