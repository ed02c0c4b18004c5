import { foldRow, type GazetteerRow, type Town } from '#search/gazetteer/format.ts';
import { unitsOfMetres } from '#network/snapshot-format/mercator.ts';
import { groupBy } from '../../group.ts';
import { CELL, CELLS, type StreetCells } from './collect.ts';
import type { Towns } from './towns.ts';

/** Parts of one name that are nearer to each other are one street: crossings and squares interrupt it. */
const SAME_STREET_METRES = 1_200;
/** A part of a street that reaches into another town is listed there too from this share of its length on. */
const SHARE_OF_TOWN = 0.25;

interface Piece {
  x: number;
  y: number;
  length: number;
  town: Town | null;
}

/** The streets of a name: one for each town in which much of it lies, and for each part of a town. */
export function* makeGazetteerRows(
  { names, others, cells }: StreetCells,
  townAt: Towns['at'],
): Generator<GazetteerRow> {
  const name = [...names].reduce((longest, each) => (each[1] > longest[1] ? each : longest))[0];
  for (const pieces of joinPieces(readPieces(cells, townAt))) {
    const whole = sumLengths(pieces);
    const byTown = groupBy(pieces, ({ town }) => town ?? 'none');
    const parts = [...byTown.values()].sort((a, b) => sumLengths(b) - sumLengths(a));
    for (const [at, own] of parts.entries()) {
      if (at > 0 && sumLengths(own) < whole * SHARE_OF_TOWN) continue;
      // Shorter parts beyond a town's border are found with the longest.
      const row = makeRow(name, parts.length === 1 || at > 0 ? own : pieces, own);
      yield row;
      for (const other of others) yield { ...row, ...foldRow(other, 'street'), name: other, mainName: name };
    }
  }
}

function readPieces(cells: ReadonlyMap<number, number>, townAt: Towns['at']): Piece[] {
  return Array.from(cells, ([cell, packed]) => {
    const x = (cell % CELLS) * CELL + (packed % CELL);
    const y = Math.floor(cell / CELLS) * CELL + (Math.floor(packed / CELL) % CELL);
    return { x, y, length: Math.floor(packed / (CELL * CELL)), town: townAt(x, y) };
  });
}

/** Joins pieces that are near each other; of one town or not. Sorted sweep: the pieces of most names are few. */
function joinPieces(pieces: readonly Piece[]): Piece[][] {
  const sorted = [...pieces].sort((a, b) => a.x - b.x || a.y - b.y);
  const groupOf = sorted.map((_, at) => at);
  const find = (at: number): number => {
    let root = at;
    while (groupOf[root] !== root) root = groupOf[root] = groupOf[groupOf[root]!]!;
    return root;
  };
  let first = 0;
  for (let at = 0; at < sorted.length; at++) {
    const piece = sorted[at]!;
    const near = unitsOfMetres(SAME_STREET_METRES, piece.y);
    while (sorted[first]!.x < piece.x - near) first++;
    for (let before = first; before < at; before++) {
      const other = sorted[before]!;
      const isNear = Math.abs(other.y - piece.y) <= near;
      // Of two towns, only what touches is one street.
      const reach = other.town === piece.town ? near : CELL * 2;
      if (isNear && Math.hypot(other.x - piece.x, other.y - piece.y) <= reach)
        groupOf[find(at)] = find(before);
    }
  }
  return [...groupBy(sorted.keys(), find).values()].map((group) => group.map((at) => sorted[at]!));
}

/** @param pieces that the reach spans @param own of one town, that the position is the middle of */
function makeRow(name: string, pieces: readonly Piece[], own: readonly Piece[]): GazetteerRow {
  const { town } = own[0]!;
  const length = sumLengths(own);
  const middleX = own.reduce((sum, piece) => sum + piece.x * piece.length, 0) / length;
  const middleY = own.reduce((sum, piece) => sum + piece.y * piece.length, 0) / length;
  const away = (piece: Piece) => Math.hypot(piece.x - middleX, piece.y - middleY);
  const { x, y } = own.reduce((best, piece) => (away(piece) < away(best) ? piece : best));
  const reach = Math.max(...pieces.map((piece) => Math.max(Math.abs(piece.x - x), Math.abs(piece.y - y))));
  return { ...foldRow(name, 'street'), name, mainName: '', kind: 'street', town, x, y, reach, population: 0 };
}

const sumLengths = (pieces: readonly Piece[]) => pieces.reduce((sum, { length }) => sum + length, 0);
