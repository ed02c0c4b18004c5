import { type InteractionRow, SHORTEST_MS } from './interactions.ts';
import { spreadOf } from './statistics.ts';
import { drawTable, figure, range } from './table.ts';
import type { Verdict } from './targets.ts';

/** A response within this time seems instantaneous (Nielsen; web.dev calls 200 good). */
const TARGET_MS = 100;

export function describeInteractions(rows: readonly InteractionRow[]): { text: string; verdicts: Verdict[] } {
  const summaries = [...new Set(rows.map(({ name }) => name))].map((name) => {
    const own = rows.filter((row) => row.name === name);
    return {
      name,
      paint: spreadOf(own.map(({ paintMs }) => paintMs ?? SHORTEST_MS)),
      thread: spreadOf(own.map(({ threadMs }) => threadMs)),
      letterMs: worstLetter(own),
    };
  });
  const head = ['Press → next paint', 'ms', 'min–max', 'rounds', 'main thread ms', 'to the next letter ms'];
  const body = summaries.map(({ name, paint, thread, letterMs }) => [
    name,
    paint.median <= SHORTEST_MS ? `≤ ${SHORTEST_MS}` : figure(paint.median),
    range(paint),
    String(paint.rounds),
    figure(thread.median),
    letterMs === null ? '' : figure(letterMs),
  ]);
  const slow = summaries.filter(({ paint }) => paint.median > TARGET_MS);
  const worst = summaries.reduce((one, other) => (other.paint.median > one.paint.median ? other : one));
  const verdict: Verdict = {
    holds: slow.length === 0,
    timed: true,
    target: `each interaction of the walk is painted within ${TARGET_MS} ms on a CPU four times slower`,
    measured: `the slowest is “${worst.name}”, ${figure(worst.paint.median)} ms`,
    limit: slow
      .map(
        ({ name, paint, thread }) =>
          `${name}: ${figure(paint.median)} ms, of which ${figure(thread.median)} ms on the main thread`,
      )
      .join('; '),
  };
  const most = Math.max(...summaries.flatMap(({ letterMs }) => letterMs ?? []));
  const typing: Verdict = {
    holds: most <= TARGET_MS,
    target: `suggestions to a letter take ≤ ${TARGET_MS} ms of the main thread, its own handling included`,
    measured: `${figure(most)} ms`,
    limit: 'a letter typed in the meantime has to wait',
  };
  return { text: drawTable(head, body), verdicts: [verdict, typing] };
}

/** The highest of the letters' medians. The worst letter of a single round would reflect whatever else the machine was doing. */
function worstLetter(rows: readonly InteractionRow[]): number | null {
  const letters = rows[0]!.lettersMs.keys();
  const medians = [...letters].map((at) => spreadOf(rows.map(({ lettersMs }) => lettersMs[at]!)).median);
  return medians.length === 0 ? null : Math.max(...medians);
}
