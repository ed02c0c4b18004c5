import * as z from 'zod/mini';
import { DESK_VERSION, STORE_NAMES, type StoreName } from './desk-store.ts';
import type { Desk } from './desk.svelte.ts';
import { deskParcelSchema, type DeskParcel } from './parcel.ts';
import { mergeMarks, readMark } from './marks/mark.ts';
import { openMarks } from './marks/marks.svelte.ts';

const FORMAT = 'droppoint-desk';
/**
 * Far more than a desk of ten thousand parcels needs, even with the labels that older versions wrote into
 * the file.
 */
const MAX_BYTES = 200_000_000;

const storeItemsSchema = z.array(z.tuple([z.string().check(z.minLength(1), z.maxLength(512)), z.unknown()]));
const fileSchema = z.looseObject({
  format: z.literal(FORMAT),
  version: z.number(),
  kept: z.record(z.string(), z.unknown()),
});

/** Why a file is rejected: not a desk file, from a newer version than this page, or too large. */
export type FileProblem = 'other' | 'newer' | 'too_large';

/** Counts of the items in a restored file. */
export interface RestoreSummary {
  added: number;
  /** Items that this desk already has, in the same or a later state. */
  unchanged: number;
  /** Items that can't be read. */
  invalid: number;
}

type Items = readonly (readonly [key: string, value: unknown])[];

/** Serializes the desk as versioned JSON, without the labels, which the carrier can provide again. */
export async function writeDeskFile(desk: Desk): Promise<string> {
  const { labels: _, ...stores } = await desk.readEverything();
  return JSON.stringify({ format: FORMAT, version: DESK_VERSION, kept: stores });
}

/**
 * Merges a desk file into this desk. Never overwrites an item with an older one; skips only the items
 * that can't be read. Labels are never restored, because whoever made the file could have put another
 * address on one; the carrier provides them again.
 * @throws DeskError if it can't be stored
 */
export async function restoreDeskFile(desk: Desk, file: Blob): Promise<RestoreSummary | FileProblem> {
  if (file.size > MAX_BYTES) return 'too_large';
  const content = readFile(await file.text());
  if (typeof content === 'string') return content;
  const summary: RestoreSummary = { added: 0, unchanged: 0, invalid: 0 };
  for (const storeName of STORE_NAMES.filter((each) => each !== 'labels')) {
    const items = storeItemsSchema.safeParse(content[storeName] ?? []);
    if (!items.success) summary.invalid++;
    else if (storeName === 'parcels') await restoreParcels(desk, items.data, summary);
    else if (storeName === 'marks') await restoreMarks(desk, items.data, summary);
    else await restoreOthers(desk, storeName, items.data, summary);
  }
  await desk.readOrganization();
  return summary;
}

function readFile(text: string): Record<string, unknown> | FileProblem {
  try {
    const { success, data } = fileSchema.safeParse(JSON.parse(text));
    if (!success) return 'other';
    return data.version > DESK_VERSION ? 'newer' : data.kept;
  } catch {
    return 'other';
  }
}

async function restoreParcels(desk: Desk, items: Items, summary: RestoreSummary): Promise<void> {
  const newer: DeskParcel[] = [];
  for (const [, value] of items) {
    const { success, data } = deskParcelSchema.safeParse(value);
    if (!success) summary.invalid++;
    else if (isLater(data, desk.find(data.id))) newer.push(data);
    else summary.unchanged++;
  }
  // A call that was in progress in the other browser has ended since, with an unknown outcome.
  await desk.putParcels(
    newer.map((parcel) => (parcel.state === 'sending' ? { ...parcel, state: 'unknown' } : parcel)),
  );
  summary.added += newer.length;
}

/**
 * Progress of a parcel's state. Within the same rank, the parcel whose events were read later counts as
 * later.
 */
const RANKS = { draft: 0, refused: 1, sending: 2, unknown: 2, sent: 3 } as const;

function isLater(parcel: DeskParcel, existing: DeskParcel | null): boolean {
  if (existing === null) return true;
  const [rank, existingRank] = [RANKS[parcel.state], RANKS[existing.state]];
  if (rank !== existingRank) return rank > existingRank;
  return (parcel.tracking?.readMs ?? 0) > (existing.tracking?.readMs ?? 0);
}

/** Merges marks. One whose parcel isn't here would outlive its time, so it is left out. */
async function restoreMarks(desk: Desk, items: Items, summary: RestoreSummary): Promise<void> {
  const marks = await openMarks(desk);
  for (const [id, value] of items) {
    if (value === null || typeof value !== 'object' || desk.find(id) === null) {
      summary.invalid++;
      continue;
    }
    const [own, other] = [marks.get(id), readMark(value)];
    const merged = mergeMarks(own, other);
    if (JSON.stringify(merged) === JSON.stringify(own)) summary.unchanged++;
    else {
      await marks.change([id], (stored) => mergeMarks(stored, other));
      summary.added++;
    }
  }
}

/**
 * Other items have no age, so existing ones stay. Whoever reads them parses them and counts the
 * unreadable ones.
 */
async function restoreOthers(
  desk: Desk,
  storeName: Exclude<StoreName, 'parcels' | 'marks' | 'labels'>,
  items: Items,
  summary: RestoreSummary,
): Promise<void> {
  const existingKeys = new Set(await desk.store.readKeys(storeName));
  const isRecord = ([, value]: Items[number]) =>
    value !== null && (storeName === 'settings' || typeof value === 'object');
  const good = items.filter(isRecord);
  const missing = good.filter(([key]) => !existingKeys.has(key));
  await desk.store.write(storeName, missing);
  summary.added += missing.length;
  summary.unchanged += good.length - missing.length;
  summary.invalid += items.length - good.length;
}
