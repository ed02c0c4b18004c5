import { nameOf } from '../../tests/street-walk/find-holes.ts';
import type { HolesRow } from './holes.ts';
import { drawColumns, figure } from './table.ts';
import type { Verdict } from './targets.ts';

const NAMES: Readonly<Record<HolesRow['engine'], string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKit',
};
/** Maximum number of holes that are listed by name. */
const MAX_LISTED = 5;

export function describeHoles(rows: readonly HolesRow[]): { text: string; verdicts: Verdict[] } {
  const text = drawColumns(
    [
      ['A walk over Andorra’s streets', ({ engine }) => NAMES[engine]],
      ['moves', ({ moves }) => String(moves)],
      ['views examined', ({ views }) => String(views)],
      ['holes', ({ holes }) => String(holes.length)],
      ['s', ({ seconds }) => figure(seconds)],
    ],
    rows,
  );
  return { text, verdicts: rows.map(evaluate) };
}

function evaluate({ engine, moves, seed, holes }: HolesRow): Verdict {
  const listed = holes.slice(0, MAX_LISTED).map((hole) => `${nameOf(hole)} after move ${hole.after}`);
  return {
    holds: holes.length === 0,
    target: `no hole in the streets after ${moves} moves in ${NAMES[engine]}`,
    measured: `${holes.length} holes, seed ${seed}`,
    limit: `zoom/column/row of pictures: ${listed.join('; ')}${holes.length > MAX_LISTED ? '; …' : ''}`,
  };
}
