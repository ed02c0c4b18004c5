import { createPointLink, type PointLinkOptions } from '#platform/point-link.ts';
import { POINT_LINK_SECRET, type Droppoint } from './droppoint.ts';

const HOUR_MS = 3_600_000;

/** A shop's link to choose the point of the order FL-1042. @returns its path and fragment */
export async function makePointLink(
  { origin, shop }: Pick<Droppoint, 'origin' | 'shop'>,
  changes: Partial<PointLinkOptions> = {},
): Promise<string> {
  const link = await createPointLink({
    ...{ origin, secret: POINT_LINK_SECRET, id: 'order-1042', orderNumber: 'FL-1042' },
    ...{ returnTo: `${shop}/orders/1042/point`, expiresAt: new Date(Date.now() + HOUR_MS) },
    ...changes,
  });
  return link.slice(origin.length);
}
