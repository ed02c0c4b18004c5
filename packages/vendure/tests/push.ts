import { createHmac, randomUUID } from 'node:crypto';
import type { Vendure } from './vendure.ts';

/** Pushes an event as the carrier does. */
export async function push(
  vendure: Vendure,
  event: object,
  secret = 'signed-by-the-carrier',
): Promise<number> {
  const body = JSON.stringify(event);
  const answer = await fetch(`${vendure.origin}/droppoint/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-carrier-signature': createHmac('sha256', secret).update(body).digest('base64'),
    },
    body,
  });
  return answer.status;
}

/** Creates an event later than any that the sandbox pushes. */
export const eventOf = (trackingNumber: string, eventCode: string, hour: number) => ({
  trackingNumber,
  eventCode,
  eventId: `${randomUUID()}#${eventCode}`,
  timestamp: `2036-11-26T${String(hour).padStart(2, '0')}:00:00.123456789Z`,
});
