import * as z from 'zod/mini';
import { DESK_VERSION, KEPT, type Kept } from './desk-store.ts';
import type { Desk } from './desk.svelte.ts';
import { deskParcelSchema, type DeskParcel } from './parcel.ts';

const FORMAT = 'droppoint-desk';
/**
 * Far more than a desk of ten thousand parcels needs, even with the labels that older versions wrote into
 * the file.
 */
const MAX_BYTES = 200_000_000;

const keptSchema = z.array(z.tuple([z.string().check(z.minLength(1), z.maxLength(512)), z.unknown()]));
const fileSchema = z.looseObject({
  format: z.literal(FORMAT),
  version: z.number(),
  kept: z.record(z.string(), z.unknown()),
});

/** Why a file is rejected: not a desk file, from a newer version than this page, or too large. */
export type FileProblem = 'other' | 'newer' | 'too_large';

/** Counts of the items in a restored file. */
export interface Taken {
  added: number;
  /** Items that this desk already has, in the same or a later state. */
  known: number;
  /** Items that can't be read. */
  bad: number;
}

type Items = readonly (readonly [key: string, value: unknown])[];

/** Serializes the desk as versioned JSON, without the labels, which the carrier can provide again. */
export async function writeDeskFile(desk: Desk): Promise<string> {
  const { labels: _, ...kept } = await desk.readEverything();
  return JSON.stringify({ format: FORMAT, version: DESK_VERSION, kept });
}

/**
 * Merges a desk file into this desk. Never overwrites an item with an older one; skips only the items
 * that can't be read. Labels are never restored, because whoever made the file could have put another
 * address on one; the carrier provides them again.
 * @throws DeskError if it can't be stored
 */
export async function takeDeskFile(desk: Desk, file: Blob): Promise<Taken | FileProblem> {
  if (file.size > MAX_BYTES) return 'too_large';
  const content = readFile(await file.text());
  if (typeof content === 'string') return content;
  const taken: Taken = { added: 0, known: 0, bad: 0 };
  for (const kept of KEPT.filter((each) => each !== 'labels')) {
    const items = keptSchema.safeParse(content[kept] ?? []);
    if (!items.success) taken.bad++;
    else if (kept === 'parcels') await takeParcels(desk, items.data, taken);
    else await takeOthers(desk, kept, items.data, taken);
  }
  await desk.readOrganization();
  return taken;
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

async function takeParcels(desk: Desk, items: Items, taken: Taken): Promise<void> {
  const wanted: DeskParcel[] = [];
  for (const [, value] of items) {
    const { success, data } = deskParcelSchema.safeParse(value);
    if (!success) taken.bad++;
    else if (isLater(data, desk.find(data.id))) wanted.push(data);
    else taken.known++;
  }
  // A call that was in progress in the other browser has ended since, with an unknown outcome.
  await desk.putParcels(
    wanted.map((parcel) => (parcel.state === 'sending' ? { ...parcel, state: 'unknown' } : parcel)),
  );
  taken.added += wanted.length;
}

/**
 * Progress of a parcel's state. Within the same rank, the parcel whose events were read later counts as
 * later.
 */
const RANKS = { draft: 0, refused: 1, sending: 2, unknown: 2, sent: 3 } as const;

function isLater(parcel: DeskParcel, known: DeskParcel | null): boolean {
  if (known === null) return true;
  const [rank, knownRank] = [RANKS[parcel.state], RANKS[known.state]];
  if (rank !== knownRank) return rank > knownRank;
  return (parcel.tracking?.readMs ?? 0) > (known.tracking?.readMs ?? 0);
}

/**
 * Other items have no age, so existing ones stay. Whoever reads them parses them and counts the
 * unreadable ones.
 */
async function takeOthers(
  desk: Desk,
  kept: Exclude<Kept, 'parcels' | 'labels'>,
  items: Items,
  taken: Taken,
): Promise<void> {
  const here = new Set(await desk.store.readKeys(kept));
  const isThing = ([, value]: Items[number]) =>
    value !== null && (kept === 'settings' || typeof value === 'object');
  const good = items.filter(isThing);
  const wanted = good.filter(([key]) => !here.has(key));
  await desk.store.write(kept, wanted);
  taken.added += wanted.length;
  taken.known += good.length - wanted.length;
  taken.bad += items.length - good.length;
}
