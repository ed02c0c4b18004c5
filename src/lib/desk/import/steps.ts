import type { ImportRecord, ImportRow } from './import-record.ts';

/** The part of an import that can be undone before it is sent. Rows aren't copied: a changed one is a new object. */
export type Step = Pick<ImportRecord, 'rows' | 'columns' | 'settled' | 'units' | 'defaults'>;

export const toStep = ({ rows, columns, settled, units, defaults }: ImportRecord): Step => ({
  rows,
  columns,
  settled,
  units,
  defaults,
});

/** Restores the edits and ticks of earlier rows, and keeps the parcels that rows have become since. */
export const takeBack = (rows: readonly ImportRow[], earlier: readonly ImportRow[]): ImportRow[] =>
  rows.map((row, at) => {
    const { edits, again } = earlier[at] ?? row;
    // Later than any other tab's tick, so that this one isn't merged away.
    const untick = again ?? (row.again === null ? null : { isWanted: true, reasons: [] });
    return { ...row, edits, again: untick === null ? null : { ...untick, saidMs: Date.now() } };
  });
