import { expect, test } from 'vitest';
import { directionsAddress } from '../../../src/lib/card/directions.ts';

const POINT = { latitude: 52.2297, longitude: 21.0122, name: 'Shop (2nd "floor") & co' };

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)',
    'https://maps.apple.com/?daddr=52.2297,21.0122&q=Shop%20(2nd%20%22floor%22)%20%26%20co',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15)',
    'geo:52.2297,21.0122?q=52.2297,21.0122(Shop%20(2nd%20%22floor%22)%20%26%20co)',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'https://www.openstreetmap.org/directions?to=52.2297%2C21.0122'],
])('directions on %s open the device’s own maps', (userAgent, address) => {
  expect(directionsAddress(POINT, { userAgent })).toBe(address);
});
