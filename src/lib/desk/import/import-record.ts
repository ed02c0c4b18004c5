import * as z from 'zod/mini';
import { uuidSchema } from '../uuid.ts';
import type { Desk } from '../desk.svelte.ts';
import { ENCODINGS, type Encoding } from './encodings.ts';
import { readBillingAddress } from './billing-columns.ts';
import { findCash } from './find-cash.ts';
import { findPieces } from './find-pieces.ts';
import { findStop } from './find-stop.ts';
import { IMPORT_FIELDS, type ImportField, type RowTexts } from './fields.ts';
import { joinCells } from './joined-columns.ts';
import { isPointColumn } from './guess-by-name.ts';
import { findFallbacks, findHeader, matchColumns, nameHeader } from './match-columns.ts';
import { matchKnownExport } from './known-exports.ts';
import { completeColumns, recallColumns } from './recall-columns.ts';
import { readPointId } from './point-cells.ts';
import type { ReadTable } from './read-table.ts';

const rowSchema = z.looseObject({
  cells: z.array(z.string()),
  /** Edited texts that replace cells, by field. */
  edits: z.record(z.string(), z.string()),
  /** Id of the parcel that the row became; null: none yet. */
  parcelId: z.nullable(z.string()),
  /** How often the row became a parcel. After a refusal it gets another id. */
  attempt: z.number(),
  /** Whether a text or number was cut at a separator in it, so that the row has more cells than the header. */
  isCut: z.catch(z.optional(z.boolean()), undefined),
  /** Whether the user wants to send the row or leave it out, and when they said so; null: never. */
  again: z.catch(
    z.nullable(
      z.object({
        isWanted: z.boolean(),
        saidMs: z.number(),
        /** Reasons to hold the row that the user has accepted; absent in earlier versions. */
        reasons: z.optional(z.array(z.string())),
      }),
    ),
    null,
  ),
});
export type ImportRow = z.infer<typeof rowSchema>;

/** Default values for rows without such a column, as typed. */
const defaultsSchema = z.object({
  country: z.catch(z.string(), ''),
  size: z.catch(z.string(), 'A'),
  weight: z.catch(z.string(), '1'),
});
export type ImportDefaults = z.infer<typeof defaultsSchema>;

/** An import as it is stored, from the moment its table was read. */
export const importSchema = z.looseObject({
  id: uuidSchema,
  /** The file's name; empty for a pasted table. */
  name: z.string(),
  createdMs: z.number(),
  /** null: pasted. */
  encoding: z.nullable(z.enum(ENCODINGS)),
  /** Encodings as likely as this one, between which the user hasn't chosen yet. */
  otherEncodings: z.catch(z.array(z.enum(ENCODINGS)), []),
  /** Names of the columns; empty texts if the table has no header. */
  header: z.array(z.string()),
  /** The field of each column; null: unused. */
  columns: z.array(z.catch(z.nullable(z.enum(IMPORT_FIELDS)), null)),
  /** Numbers of the lines that couldn't be parsed reliably and were left out. */
  unread: z.catch(z.array(z.number()), []),
  /** Fields whose columns the user has confirmed. */
  settled: z.catch(z.array(z.string()), []),
  /** Units that the user has chosen, by field. */
  units: z.catch(z.record(z.string(), z.string()), {}),
  rows: z.array(rowSchema),
  /** Id of the sender's profile; empty: the one used last. */
  profileId: z.catch(z.string(), ''),
  defaults: defaultsSchema,
});
export type ImportRecord = z.infer<typeof importSchema>;

/** Columns as the user matched them, by header. */
const matchesSchema = z.record(z.string(), z.array(z.catch(z.nullable(z.enum(IMPORT_FIELDS)), null)));
const MATCHES = 'import-columns';
/** Confirmed fields, by header. */
const settledSchema = z.record(z.string(), z.array(z.string()));
const SETTLED = 'import-columns-settled';
/** Units that the user has chosen, by header and field. */
const unitsSchema = z.record(z.string(), z.record(z.string(), z.string()));
const UNITS = 'import-columns-units';
/** Number of headers that are remembered. */
const MAX_REMEMBERED = 20;

/** Where an import comes from: see `importSchema`. */
interface ImportOrigin extends Pick<ImportRecord, 'name' | 'encoding'> {
  /** Other encodings that are as likely. */
  others?: readonly Encoding[];
  nowMs: number;
}

/** Creates an import from a table, whose first row may contain the names of the columns. */
export async function createImport(
  desk: Desk,
  { rows, widths, unread }: ReadTable,
  { name, encoding, others = [], nowMs }: ImportOrigin,
): Promise<ImportRecord> {
  const at = findHeader(rows);
  const header = rows[at] ?? rows[0]?.map(() => '') ?? [];
  const width = widths[Math.max(at, 0)] ?? Infinity;
  const named = at < 0 ? width : header.findLastIndex((name) => name !== '') + 1;
  // Titles above the header stay as rows that are left out, so that every row of the file is accounted for.
  const body = rows.flatMap((cells, place) => {
    const isCut = (widths[place] ?? 0) > width && cells.slice(named).some((cell) => cell.trim() !== '');
    return place === at ? [] : [{ cells, isCut }];
  });
  return {
    id: crypto.randomUUID(),
    name,
    createdMs: nowMs,
    encoding,
    otherEncodings: [...others],
    header,
    unread: [...unread],
    units: (await desk.readSetting(UNITS, unitsSchema))?.[nameHeader(header)] ?? {},
    columns: await chooseColumns(
      desk,
      header,
      body.map(({ cells }) => cells),
    ),
    settled: (await desk.readSetting(SETTLED, settledSchema))?.[nameHeader(header)] ?? [],
    rows: body.map(({ cells, isCut }, place) => ({
      cells,
      edits: {},
      parcelId: null,
      attempt: 0,
      ...(isCut && { isCut }),
      again: place < at ? { isWanted: false, saidMs: nowMs } : null,
    })),
    profileId: '',
    defaults: defaultsSchema.parse({}),
  };
}

/** Matches columns as the user did for a similar table, as for a known export, or by names and cells. */
export async function chooseColumns(
  desk: Desk,
  header: readonly string[],
  cells: readonly (readonly string[])[],
): Promise<(ImportField | null)[]> {
  const remembered = (await desk.readSetting(MATCHES, matchesSchema)) ?? {};
  const guessed = matchColumns(header, cells);
  const known = recallColumns(header, remembered) ?? matchKnownExport(header);
  return known === null ? guessed : completeColumns(known, guessed);
}

/** Remembers the user's matches for tables with this header. */
export async function rememberColumns(
  desk: Desk,
  { header, columns, settled, units }: Pick<ImportRecord, 'header' | 'columns' | 'settled' | 'units'>,
): Promise<void> {
  const name = nameHeader(header);
  await desk.saveSetting(MATCHES, withLast(await desk.readSetting(MATCHES, matchesSchema), name, columns));
  await desk.saveSetting(UNITS, withLast(await desk.readSetting(UNITS, unitsSchema), name, units));
  await desk.saveSetting(SETTLED, withLast(await desk.readSetting(SETTLED, settledSchema), name, settled));
}

/** Adds an entry by header, and drops the oldest if there are too many. */
function withLast<Value>(entries: Record<string, Value> | null, name: string, value: Value) {
  const { [name]: _, ...others } = entries ?? {};
  return Object.fromEntries([...Object.entries(others).slice(1 - MAX_REMEMBERED), [name, value]]);
}

/** Reads a row's texts by field. Edits take precedence over cells. */
export function textsOf(
  { columns, header }: Pick<ImportRecord, 'columns' | 'header'>,
  { cells, edits, isCut }: ImportRow,
): RowTexts {
  const texts: Record<string, string> = {};
  const parts = new Map<ImportField, { name: string; text: string }[]>();
  for (const [at, field] of columns.entries()) {
    if (field === null) continue;
    const [name, cell] = [header[at] ?? '', cells[at] ?? ''];
    const text = field === 'pointId' ? readPointId(cell, !holdsOnlyPoints(name)) : cell;
    const others = parts.get(field) ?? [];
    parts.set(field, [...others, { name, text }]);
    texts[field] = others.length === 0 ? text : joinCells(field, parts.get(field)!);
  }
  for (const [at, field] of findFallbacks(header, columns).entries())
    if (field !== null && !texts[field]?.trim()) texts[field] = cells[at] ?? '';
  const cash = findCash(header, columns, cells);
  if (cash !== '') texts['cash'] = cash;
  const stop = findStop(header, columns, cells);
  if (stop !== '') texts['stop'] = stop;
  if (isCut) texts['cut'] = 'yes';
  const pieces = findPieces(header, columns, cells);
  if (pieces !== '') texts['pieces'] = pieces;
  const billed = readBillingAddress(header, columns, cells, texts);
  return { ...texts, ...(billed !== null && { ...billed, billed: 'yes' }), ...edits };
}

/** Whether any text in this column counts as a point, whatever it looks like. */
const holdsOnlyPoints = (name: string) => name === '' || isPointColumn(name);

export const readImportRecords = (desk: Desk) => desk.store.readAll('imports', importSchema);

/**
 * Stores an import. Merges the parcels and ticks of its rows with the stored version, because another tab
 * may have sent some.
 * @returns the import, merged with what another tab has stored
 */
export async function saveImport(desk: Desk, record: ImportRecord): Promise<ImportRecord> {
  const stored = await desk.store.read('imports', record.id, importSchema);
  const merged = stored === null ? record : { ...record, rows: mergeLinks(record.rows, stored.rows) };
  await desk.store.write('imports', [[merged.id, merged]]);
  return merged;
}

/** Takes for each row the later link to a parcel, and the later tick, of two versions. */
function mergeLinks(rows: readonly ImportRow[], stored: readonly ImportRow[]): ImportRow[] {
  return rows.map((row, at) => {
    const other = stored[at];
    if (other === undefined) return row;
    const isTicked = (other.again?.saidMs ?? 0) > (row.again?.saidMs ?? 0);
    const ticked = isTicked ? { ...row, again: other.again } : row;
    if (other.attempt <= row.attempt) return ticked;
    return { ...ticked, parcelId: other.parcelId, attempt: other.attempt };
  });
}

export const removeImport = (desk: Desk, id: string) => desk.store.remove('imports', [id]);
