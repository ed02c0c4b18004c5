import type { SandboxCarrier } from './carrier/carrier.ts';
import { listClosedIds } from './faults.ts';
import type { SandboxAnswer } from './host.ts';
import { Problem, replyJson, type Reply } from './reply.ts';

/** Creates the handlers of the location product, by operation. */
export function createPointServices({ list, points, maxPerPage }: SandboxCarrier) {
  const reply = (body: string): Reply => ({
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body,
  });

  const listPoints: SandboxAnswer = ({ url, faults }) => {
    for (const fault of faults) if (fault.kind === 'drift') list[fault.mode](fault.points ?? 1);
    return reply(points.list(url.searchParams, listClosedIds(faults), maxPerPage));
  };

  const nearPoints: SandboxAnswer = ({ url, faults }) =>
    reply(points.near(url.searchParams, listClosedIds(faults), maxPerPage));

  const getPoint: SandboxAnswer = ({ parameters, faults }) => {
    const id = parameters.pointId!;
    if (!list.has(id) || listClosedIds(faults).includes(id))
      throw new Problem(404, 'Not Found', 'There is no such point.');
    const item = JSON.parse(list.source.jsonAt(list.indexOf(id))) as object;
    return replyJson(200, { ...item, guaranteedLockerTemperatures: null });
  };

  return { listPoints, nearPoints, getPoint };
}
