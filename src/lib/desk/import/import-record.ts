import * as z from 'zod/mini';
import { uuidSchema } from '../uuid.ts';
import type { Desk } from '../desk.svelte.ts';
import { ENCODINGS, type Encoding } from './decode.ts';
import { IMPORT_FIELDS, type ImportField, type RowTexts } from './fields.ts';
import { findFallbacks, isHeader, isPointColumn, matchColumns, nameHeader } from './match-columns.ts';
import { readPointId } from './point-cells.ts';
import type { ReadTable } from './read-table.ts';

const rowSchema = z.looseObject({
  cells: z.array(z.string()),
  /** What was written over the cells, by field. */
  edits: z.record(z.string(), z.string()),
  /** The parcel that it became; null: none yet. */
  parcelId: z.nullable(z.string()),
  /** How often it was made a parcel: a refused one gets another id. */
  attempt: z.number(),
  /** Whether it is to be sent although its order is elsewhere too, and since when; null: nobody has said so. */
  again: z.catch(z.nullable(z.object({ isWanted: z.boolean(), saidMs: z.number() })), null),
});
export type ImportRow = z.infer<typeof rowSchema>;

/** What rows without such a column get, as it is typed. */
const defaultsSchema = z.object({
  country: z.catch(z.string(), ''),
  size: z.catch(z.string(), 'A'),
  weight: z.catch(z.string(), '1'),
});
export type ImportDefaults = z.infer<typeof defaultsSchema>;

/** An import as it is kept, from the moment its table was read. */
export const importSchema = z.looseObject({
  id: uuidSchema,
  /** The file's name; empty for a pasted table. */
  name: z.string(),
  createdMs: z.number(),
  /** null: pasted. */
  encoding: z.nullable(z.enum(ENCODINGS)),
  /** Names of the columns; empty texts if the table has none. */
  header: z.array(z.string()),
  /** What each column is. */
  columns: z.array(z.catch(z.nullable(z.enum(IMPORT_FIELDS)), null)),
  /** Lines of the file that couldn't be read for sure, and were left out. */
  unread: z.catch(z.array(z.number()), []),
  /** Fields of which a person has said which columns they are. */
  settled: z.catch(z.array(z.string()), []),
  rows: z.array(rowSchema),
  /** Id of the sender's profile; empty: the one used last. */
  profileId: z.catch(z.string(), ''),
  defaults: defaultsSchema,
});
export type ImportRecord = z.infer<typeof importSchema>;

/** Columns as a person matched them, by their header. */
const matchesSchema = z.record(z.string(), z.array(z.catch(z.nullable(z.enum(IMPORT_FIELDS)), null)));
const MATCHES = 'import-columns';
/** Fields that a person was asked about, by the same. */
const settledSchema = z.record(z.string(), z.array(z.string()));
const SETTLED = 'import-columns-settled';
/** Of tables of other shapes. */
const MATCHES_KEPT = 20;

/** Makes an import of a table. @param table with the names of the columns first, if it has them */
export async function createImport(
  desk: Desk,
  { rows, unread }: ReadTable,
  { name, encoding, nowMs }: { name: string; encoding: Encoding | null; nowMs: number },
): Promise<ImportRecord> {
  const [first = [], ...others] = rows;
  const hasHeader = isHeader(first);
  const header = hasHeader ? first : first.map(() => '');
  const cells = hasHeader ? others : rows;
  return {
    id: crypto.randomUUID(),
    name,
    createdMs: nowMs,
    encoding,
    header,
    unread: [...unread],
    columns: (await recallColumns(desk, header)) ?? matchColumns(header, cells),
    settled: (await desk.readSetting(SETTLED, settledSchema))?.[nameHeader(header)] ?? [],
    rows: cells.map((cells) => ({
      cells,
      edits: {},
      parcelId: null,
      attempt: 0,
      again: null,
    })),
    profileId: '',
    defaults: defaultsSchema.parse({}),
  };
}

async function recallColumns(desk: Desk, header: readonly string[]): Promise<(ImportField | null)[] | null> {
  const matches = await desk.readSetting(MATCHES, matchesSchema);
  const columns = matches?.[nameHeader(header)];
  return columns?.length === header.length ? columns : null;
}

/** Remembers what a person said the columns of such a table are. */
export async function rememberColumns(
  desk: Desk,
  { header, columns, settled }: Pick<ImportRecord, 'header' | 'columns' | 'settled'>,
): Promise<void> {
  const name = nameHeader(header);
  await desk.keepSetting(MATCHES, withLast(await desk.readSetting(MATCHES, matchesSchema), name, columns));
  await desk.keepSetting(SETTLED, withLast(await desk.readSetting(SETTLED, settledSchema), name, settled));
}

/** What is kept by headers, with one more; the oldest of many goes. */
function withLast<Value>(kept: Record<string, Value> | null, name: string, value: Value) {
  const { [name]: _, ...others } = kept ?? {};
  return Object.fromEntries([...Object.entries(others).slice(1 - MATCHES_KEPT), [name, value]]);
}

/** What a row says, by field: what was written over its cells comes first. */
export function textsOf(
  { columns, header }: Pick<ImportRecord, 'columns' | 'header'>,
  { cells, edits }: ImportRow,
): RowTexts {
  const texts: Partial<Record<ImportField, string>> = {};
  for (const [at, field] of columns.entries()) {
    if (field === null) continue;
    const cell = cells[at] ?? '';
    texts[field] = field === 'pointId' ? readPointId(cell, !mayHaveNames(header[at] ?? '')) : cell;
  }
  for (const [at, field] of findFallbacks(header, columns).entries())
    if (field !== null && !texts[field]?.trim()) texts[field] = cells[at] ?? '';
  return { ...texts, ...edits };
}

/** Whether what stands in a point's column is one, whatever it looks like. */
const mayHaveNames = (name: string) => name === '' || isPointColumn(name);

export const readImports = (desk: Desk) => desk.store.readAll('imports', importSchema);

/**
 * Keeps an import. What rows became is never forgotten, nor what was ticked: another tab may have
 * sent some.
 * @returns it, with what another tab has kept of its rows
 */
export async function keepImport(desk: Desk, record: ImportRecord): Promise<ImportRecord> {
  const kept = await desk.store.read('imports', record.id, importSchema);
  const merged = kept === null ? record : { ...record, rows: mergeTies(record.rows, kept.rows) };
  await desk.store.write('imports', [[merged.id, merged]]);
  return merged;
}

/** Rows with the ties to parcels, and the ticks, that the later of two versions has. */
function mergeTies(rows: readonly ImportRow[], kept: readonly ImportRow[]): ImportRow[] {
  return rows.map((row, at) => {
    const other = kept[at];
    if (other === undefined) return row;
    const isTicked = (other.again?.saidMs ?? 0) > (row.again?.saidMs ?? 0);
    const ticked = isTicked ? { ...row, again: other.again } : row;
    if (other.attempt <= row.attempt) return ticked;
    return { ...ticked, parcelId: other.parcelId, attempt: other.attempt };
  });
}

export const removeImport = (desk: Desk, id: string) => desk.store.remove('imports', [id]);
