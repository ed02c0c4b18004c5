import type { SandboxCarrier } from './carrier.ts';
import type { SandboxParcel } from './consignments.ts';
import { eventAt, stepTimes } from './events.ts';
import { readSent, type Sent } from './places.ts';
import { describeCarrierOutcome } from './tracking.ts';
import { signWebhook, type WebhookSigning } from './webhook-signature.ts';

export interface WebhookSettings extends WebhookSigning {
  url: string;
  /** Prefix of the headers' names. */
  prefix: string;
}

/** Reads the caller's reference; null if there is none. */
const readReference = ({ references }: Sent): string | null =>
  Object.values(references?.custom ?? {})[0] ?? references?.orderNumber ?? null;

const TOPIC = 'Shipment.Tracking';
const API_VERSION = '2024-06-01';
const SECOND_MS = 1_000;
/** Waits before each retry; no retries after the last one. They pass as fast as parcels live. */
const RETRY_MS = [15, 30, 60, 300, 1_800].map((seconds) => seconds * SECOND_MS);
const TICK_MS = 100;
const AT_ONCE = 8;
const TIMEOUT_MS = 10_000;

/** A parcel whose life has steps to come. */
interface ParcelWatch {
  parcel: SandboxParcel;
  times: readonly number[];
  next: number;
}

/** An event to be pushed. */
interface Push {
  parcel: SandboxParcel;
  step: number;
  /** When it happened, by the clock's `lifeMs`. */
  lifeMs: number;
  failures: number;
}

/**
 * Pushes each parcel's events when they are due, and retries until the answer is 200.
 * @returns a function that stops the pushes
 */
export function startWebhooks(carrier: SandboxCarrier, settings: WebhookSettings): () => void {
  const { clock, consignments } = carrier;
  let watched: ParcelWatch[] = [];
  const queue: Push[] = [];
  let failed: { push: Push; againMs: number }[] = [];
  let working = 0;
  const stopped = new AbortController();

  consignments.onBirth = (parcel) => watched.push({ parcel, times: stepTimes(parcel), next: 0 });
  const timer = setInterval(findDue, TICK_MS);
  timer.unref();

  function findDue(): void {
    const now = clock.lifeMs;
    for (const watch of watched)
      for (; watch.times[watch.next]! <= now; watch.next++)
        queue.push({ parcel: watch.parcel, step: watch.next, lifeMs: watch.times[watch.next]!, failures: 0 });
    watched = watched.filter(({ next, times }) => next < times.length);
    for (const { push, againMs } of failed) if (againMs <= now) queue.push(push);
    failed = failed.filter(({ againMs }) => againMs > now);
    pushQueue();
  }

  /** Pushes the events in the queue in order, several at a time. */
  function pushQueue(): void {
    while (working < AT_ONCE && queue.length > 0) {
      working++;
      void work().finally(() => working--);
    }
  }

  async function work(): Promise<void> {
    for (let push = queue.shift(); push !== undefined; push = queue.shift()) await attempt(push);
  }

  async function attempt(push: Push): Promise<void> {
    if (stopped.signal.aborted || (await send(push))) return;
    const waitMs = RETRY_MS[push.failures];
    if (waitMs === undefined) return;
    failed.push({ push: { ...push, failures: push.failures + 1 }, againMs: clock.lifeMs + waitMs });
  }

  async function send({ parcel, step, lifeMs }: Push): Promise<boolean> {
    const sent = readSent(parcel.consignment);
    const event = eventAt(parcel, step, lifeMs, sent, carrier);
    const timestamp = new Date(event.timeMs).toISOString();
    const body = JSON.stringify({
      customerReference: readReference(sent),
      trackingNumber: parcel.number,
      eventId: event.id,
      eventCode: event.code,
      // Write nine decimals, as the platform may do.
      timestamp: timestamp.replace('Z', '000000Z'),
      location: event.place,
      ...describeCarrierOutcome(parcel, sent, event),
    });
    const headers = {
      topic: TOPIC,
      'event-id': event.id,
      timestamp,
      signature: signWebhook(settings, timestamp, body),
      'api-version': API_VERSION,
    };
    const named = Object.entries(headers).map(([name, value]) => [settings.prefix + name, value] as const);
    try {
      const answer = await fetch(settings.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...Object.fromEntries(named) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await answer.body?.cancel();
      return answer.status === 200;
    } catch {
      return false;
    }
  }

  return () => {
    stopped.abort();
    clearInterval(timer);
    consignments.onBirth = undefined;
  };
}
