import { createHmac, randomUUID } from 'node:crypto';
import type { Medusa } from './shop.ts';

/** Pushes an event as the carrier does. @returns the status of the answer */
export async function push(
  { origin }: Medusa,
  event: object,
  secret = 'signed-by-the-carrier',
): Promise<number> {
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-carrier-signature': signature };
  return (await fetch(`${origin}/droppoint/events`, { method: 'POST', headers, body })).status;
}

/** Creates an event later than any that the sandbox pushes. */
export const eventOf = (trackingNumber: string, eventCode: string, hour: number) => ({
  trackingNumber,
  eventCode,
  eventId: `${randomUUID()}#${eventCode}`,
  timestamp: `2036-11-26T${String(hour).padStart(2, '0')}:00:00.123456789Z`,
});
