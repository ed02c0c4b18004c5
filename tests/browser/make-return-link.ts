import { createReturnLink } from '#platform/return-link.ts';
import { RETURN_LINK_SECRET, type Droppoint } from './droppoint.ts';

const HOUR_MS = 3_600_000;

/** A shop's link for a return of the order FL-1042. @returns its path and fragment */
export async function makeReturnLink({ origin }: Droppoint, lifeMs = HOUR_MS): Promise<string> {
  const link = await createReturnLink({
    origin,
    secret: RETURN_LINK_SECRET,
    orderNumber: 'FL-1042',
    countryCode: 'PL',
    expiresAt: new Date(Date.now() + lifeMs),
  });
  return link.slice(origin.length);
}
