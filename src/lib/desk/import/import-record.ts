import * as z from 'zod/mini';
import { uuidSchema } from '../uuid.ts';
import type { Desk } from '../desk.svelte.ts';
import { ENCODINGS, type Encoding } from './decode.ts';
import { IMPORT_FIELDS, type ImportField, type RowTexts } from './fields.ts';
import { isHeader, matchColumns, nameHeader } from './match-columns.ts';

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
  rows: z.array(rowSchema),
  /** Id of the sender's profile; empty: the one used last. */
  profileId: z.catch(z.string(), ''),
  defaults: defaultsSchema,
});
export type ImportRecord = z.infer<typeof importSchema>;

/** Columns as a person matched them, by their header. */
const matchesSchema = z.record(z.string(), z.array(z.catch(z.nullable(z.enum(IMPORT_FIELDS)), null)));
const MATCHES = 'import-columns';
/** Of tables of other shapes. */
const MATCHES_KEPT = 20;

/** Makes an import of a table. @param rows with the names of the columns first, if it has them */
export async function createImport(
  desk: Desk,
  rows: readonly string[][],
  { name, encoding, nowMs }: { name: string; encoding: Encoding | null; nowMs: number },
): Promise<ImportRecord> {
  const [first = [], ...others] = rows;
  const hasHeader = isHeader(first);
  const header = hasHeader ? first : first.map(() => '');
  return {
    id: crypto.randomUUID(),
    name,
    createdMs: nowMs,
    encoding,
    header,
    columns: (await recallColumns(desk, header)) ?? matchColumns(header),
    rows: (hasHeader ? others : rows).map((cells) => ({
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
  { header, columns }: Pick<ImportRecord, 'header' | 'columns'>,
): Promise<void> {
  const { [nameHeader(header)]: _, ...others } = (await desk.readSetting(MATCHES, matchesSchema)) ?? {};
  const recent = Object.entries(others).slice(1 - MATCHES_KEPT);
  await desk.keepSetting(MATCHES, Object.fromEntries([...recent, [nameHeader(header), columns]]));
}

/** What a row says, by field: what was written over its cells comes first. */
export function textsOf({ columns }: Pick<ImportRecord, 'columns'>, { cells, edits }: ImportRow): RowTexts {
  const fromCells = columns.flatMap((field, at) =>
    field === null ? [] : [[field, cells[at] ?? ''] as const],
  );
  return { ...Object.fromEntries(fromCells), ...edits };
}

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
