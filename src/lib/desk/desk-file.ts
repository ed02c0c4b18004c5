import * as z from 'zod/mini';
import { DESK_VERSION, KEPT, type Kept } from './desk-store.ts';
import type { Desk } from './desk.svelte.ts';
import { deskParcelSchema, type DeskParcel } from './parcel.ts';

const FORMAT = 'droppoint-desk';
/** Far more than a desk of ten thousand parcels; files of earlier versions have labels too. */
const MAX_BYTES = 200_000_000;

const keptSchema = z.array(z.tuple([z.string().check(z.minLength(1), z.maxLength(512)), z.unknown()]));
const fileSchema = z.looseObject({
  format: z.literal(FORMAT),
  version: z.number(),
  kept: z.record(z.string(), z.unknown()),
});

/** Why a file isn't taken: it is none of a desk, of a later version than this page, or far too large. */
export type FileProblem = 'other' | 'newer' | 'too_large';

/** What became of the items of a file. */
export interface Taken {
  added: number;
  /** Those that are here already, in the same or a later state. */
  known: number;
  /** Those that can't be read. */
  bad: number;
}

type Items = readonly (readonly [key: string, value: unknown])[];

/** All that the desk keeps but labels, which the carrier has, for a file: JSON with a version. */
export async function writeDeskFile(desk: Desk): Promise<string> {
  const { labels: _, ...kept } = await desk.readEverything();
  return JSON.stringify({ format: FORMAT, version: DESK_VERSION, kept });
}

/**
 * Takes what is in a file of a desk, beside what is here: nothing that is here is overwritten by something older, and an item that can't be
 * read is left out alone. No labels: the carrier is asked for them, as whoever has made the file could have put another address on one.
 * @throws DeskError if it can't be kept
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
  // A call that was under way elsewhere has ended since: nobody knows how.
  await desk.putParcels(
    wanted.map((parcel) => (parcel.state === 'sending' ? { ...parcel, state: 'unknown' } : parcel)),
  );
  taken.added += wanted.length;
}

/** How much is known of a parcel; of the same, that whose events were read later is later. */
const RANKS = { draft: 0, refused: 1, sending: 2, unknown: 2, sent: 3 } as const;

function isLater(parcel: DeskParcel, known: DeskParcel | null): boolean {
  if (known === null) return true;
  const [rank, knownRank] = [RANKS[parcel.state], RANKS[known.state]];
  if (rank !== knownRank) return rank > knownRank;
  return (parcel.tracking?.readMs ?? 0) > (known.tracking?.readMs ?? 0);
}

/** Everything else has no age: what is here stays. Its readers parse it, and count what they can't read. */
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
