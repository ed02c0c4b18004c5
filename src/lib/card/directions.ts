import type { PointDetails } from '#contract/point-details.ts';

/**
 * Link target of "Directions": the device's own map app on phones, OpenStreetMap elsewhere. No request is
 * sent to either before the user presses the link.
 */
export function directionsAddress(
  { latitude, longitude, name }: Pick<PointDetails, 'latitude' | 'longitude' | 'name'>,
  { userAgent }: Pick<Navigator, 'userAgent'>,
): string {
  const position = `${latitude},${longitude}`;
  const label = encodeURIComponent(name);
  if (/iPhone|iPad|iPod/.test(userAgent)) return `https://maps.apple.com/?daddr=${position}&q=${label}`;
  // RFC 5870, with the label that Android's apps understand.
  if (userAgent.includes('Android')) return `geo:${position}?q=${position}(${label})`;
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(position)}`;
}
