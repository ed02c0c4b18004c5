import { AppError } from '#platform/errors.ts';
import { isFurther, stateOfEvent, type ParcelState } from '#platform/parcel-state.ts';
import { readWebhook, type WebhookEvent } from '#platform/webhook.ts';
import type { WebhookKey } from '#platform/webhook-keys.ts';
import type { WebhookRequest } from '#platform/webhook-request.ts';

/** The state of a parcel as a shop stores it. */
export interface KnownState {
  state: ParcelState | null;
  /** When the event happened that led to the state. */
  at: Date | null;
}

/** A change of a parcel's state, from an event. */
export interface ParcelChange {
  state: ParcelState;
  at: Date;
  /** Whether the state is another than before: then tell the customer. */
  isNewState: boolean;
  /** The state of the engine's fulfilment; null if it stays. It may be there already, or further. */
  becomes: 'shipped' | 'delivered' | null;
}

/** The staff decides about a cancelled parcel, and about one with a problem. */
const BECOMES: Partial<Record<ParcelState, 'shipped' | 'delivered'>> = {
  on_its_way: 'shipped',
  ready: 'shipped',
  returning: 'shipped',
  returned: 'shipped',
  delivered: 'delivered',
};

/**
 * Determines what an event changes. Events may come twice, late and in any order: the latest one counts, and
 * of two with the same time, the one that is further along.
 * @returns null if it changes nothing: a note, an unknown code or time, or an event that is not news
 */
export function applyEvent(
  { state: known, at: knownAt }: KnownState,
  { eventCode, timestamp }: Pick<WebhookEvent, 'eventCode' | 'timestamp'>,
): ParcelChange | null {
  const state = stateOfEvent(eventCode);
  const at = new Date(timestamp);
  if (state === null || Number.isNaN(at.getTime())) return null;
  if (knownAt !== null) {
    const laterMs = at.getTime() - knownAt.getTime();
    const isNews = laterMs > 0 || (laterMs === 0 && (known === null || isFurther(state, known)));
    if (!isNews) return null;
  }
  return { state, at, isNewState: state !== known, becomes: BECOMES[state] ?? null };
}

/** Statuses for errors in a pushed request; any other error is ours. */
const STATUSES: Partial<Record<AppError['code'], number>> = {
  unauthorized: 401,
  malformed: 400,
  network: 400,
};

/** `message` answers the caller; `problem` is for the shop's log. */
export type ReceivedEvent =
  | { status: 200; event: WebhookEvent }
  | { status: number; event: null; message: string; problem: string };

/**
 * Reads a pushed request.
 * @param request with the bytes of its body as they came; a body that a parser has read has no signature
 * @returns the event, or the status to answer. Answer 200 for parcels that aren't the shop's too, or the
 *   carrier pushes them again
 */
export async function receiveEvent(
  request: WebhookRequest,
  keys: readonly WebhookKey[],
): Promise<ReceivedEvent> {
  if (keys.length === 0) return refused(401, 'No webhook key is set, so events aren’t accepted.');
  try {
    return { status: 200, event: await readWebhook(request, { keys }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const status = STATUSES[error.code] ?? 500;
    const message = status === 500 ? 'Events can’t be read right now.' : error.message;
    return refused(status, message, [error.message, ...error.problems].join(' '));
  }
}

const refused = (status: number, message: string, why = message): ReceivedEvent => ({
  status,
  event: null,
  message,
  problem: `Answered an event with ${status}: ${why}`,
});

/** Limits of early events: a parcel has about twenty. */
const MAX_PARCELS = 500;
const MAX_EVENTS = 200;

/** The parcels that a shop has stored. */
export interface ParcelStore<Parcel> {
  /** @returns null if there is none of this number, yet */
  find: (trackingNumber: string) => Promise<Parcel | null>;
  /** Applies one event, while nothing else changes the parcel's order. */
  apply: (parcel: Parcel, event: WebhookEvent) => Promise<unknown>;
}

/**
 * Events of parcels that aren't known yet: the carrier may push the first one before the engine has stored
 * the parcel's number. In memory, bounded; the oldest parcels are dropped first, most of which are another
 * shop's.
 */
export class EarlyEvents {
  readonly #byNumber = new Map<string, WebhookEvent[]>();

  /** Stores an event until its parcel is known. */
  store(event: WebhookEvent): void {
    const { trackingNumber, eventId } = event;
    const events = this.#byNumber.get(trackingNumber) ?? [];
    const isKnown = events.some((each) => each.eventId === eventId);
    if (!isKnown && events.length < MAX_EVENTS) events.push(event);
    this.#byNumber.set(trackingNumber, events);
    const [oldest] = this.#byNumber.keys();
    if (this.#byNumber.size > MAX_PARCELS) this.#byNumber.delete(oldest!);
  }

  /** Takes a parcel's events, oldest first, once it is known. */
  take(trackingNumber: string): WebhookEvent[] {
    const events = this.#byNumber.get(trackingNumber) ?? [];
    this.#byNumber.delete(trackingNumber);
    return events.sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp));
  }

  /**
   * Processes a pushed event: at once if its parcel is known, otherwise in `adopt`.
   * @throws what `parcels` throws: answer with an error, so that the carrier pushes the event again
   */
  async receive<Parcel>(event: WebhookEvent, parcels: ParcelStore<Parcel>): Promise<void> {
    const parcel = await parcels.find(event.trackingNumber);
    if (parcel !== null) return void (await parcels.apply(parcel, event));
    this.store(event);
    // The parcel may have been stored in the meantime.
    await this.adopt(event.trackingNumber, parcels);
  }

  /** Applies the events that came before a parcel was stored. Call it once it is. */
  async adopt<Parcel>(trackingNumber: string, { find, apply }: ParcelStore<Parcel>): Promise<void> {
    const parcel = await find(trackingNumber);
    if (parcel !== null) for (const event of this.take(trackingNumber)) await apply(parcel, event);
  }
}
