import type { ParcelTexts, PublicParcel } from '#contract/public-parcel.ts';
import { pause } from '#async/pause.ts';
import type { ParcelState } from '#platform/parcel-state.ts';

/** States that Droppoint reports as another one. */
const REPORTED_AS: Readonly<Partial<Record<ParcelState, string>>> = {
  cancelled: 'problem',
  returned: 'returning',
};
/** After this time, Droppoint asks the carrier again. */
const FRESH_MS = 5_500;
const ANSWER_WITHIN_MS = 3_000;

/** A parcel that a shop's mail or text message is about. */
export interface ParcelNews {
  trackingNumber: string;
  /** The state that an event has led to; null if it isn't known. */
  state: ParcelState | null;
  /** BCP 47, also with `_`; English if it isn't known, or there is no translation. */
  language: string | null | undefined;
}

/**
 * Fetches what a parcel's state means for its recipient, for a mail or a text message. Droppoint asks the
 * carrier at most every five seconds: if the answer has another state, this function waits that long, and
 * fetches once more.
 * @param origin of Droppoint
 * @returns null if Droppoint can't be reached, or doesn't know the parcel
 */
export async function fetchParcelTexts(
  origin: string,
  { trackingNumber, state, language }: ParcelNews,
): Promise<ParcelTexts | null> {
  const url = new URL(`/api/parcels/${encodeURIComponent(trackingNumber)}`, origin);
  url.searchParams.set('language', language?.replaceAll('_', '-') || 'en');
  let parcel = await fetchParcel(url, trackingNumber);
  if (parcel !== null && state !== null && parcel.state !== (REPORTED_AS[state] ?? state)) {
    await pause(FRESH_MS);
    parcel = await fetchParcel(url, trackingNumber);
  }
  return parcel?.texts ?? null;
}

async function fetchParcel(url: URL, trackingNumber: string): Promise<Partial<PublicParcel> | null> {
  try {
    const headers = { 'cache-control': 'no-cache' };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const parcel = (await answer.json()) as Partial<PublicParcel> | null;
    return answer.ok && parcel?.number === trackingNumber ? parcel : null;
  } catch {
    // An outage, or an answer that isn't Droppoint's.
    return null;
  }
}
