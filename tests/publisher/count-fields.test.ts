import { expect, it } from 'vitest';
import { publishItems } from './publish-items.ts';
import { countMissing, COUNTED_FIELDS } from '../../src/lib/overview/missing-fields.ts';
import { snapshotReportSchema } from '#network/snapshot-format/report.ts';

const OPEN = { customer: { monday: [{ start: '08:00', end: '20:00' }] } };
const at = (id: string, country: string, fields: object) => ({
  id,
  type: 'APM',
  country,
  coordinates: { latitude: country === 'PL' ? 52 : 48.2, longitude: country === 'PL' ? 21 : 16.4 },
  ...fields,
});

it('Report: counts by country the points that lack a field that shoppers search for', async () => {
  const { report: published } = await publishItems([
    at('PL_1', 'PL', {
      displayName: 'Kiosk',
      location247: true,
      address: { city: 'Łódź', postalCode: '90-001' },
    }),
    at('PL_2', 'PL', { name: 'Shop', operatingHours: OPEN, capabilities: ['PARCEL_SEND'] }),
    at('PL_3', 'PL', {
      name: ' ',
      address: 'unknown',
      capabilities: [],
      imageUrl: 'https://a.example/b.png',
    }),
    at('AT_1', 'AT', { type: null, address: { street: 'Rochusplatz' } }),
  ]);
  const report = snapshotReportSchema.parse(published);

  const names = ['points', ...COUNTED_FIELDS.map(([field]) => field)];
  const rows = countMissing(report.countryFields!).map(({ name, points, missing }) => [
    name,
    Object.fromEntries([points, ...missing].map((count, at): [string, number] => [names[at]!, count])),
  ]);
  const inPoland = {
    points: 3,
    operatingHours: 1,
    name: 1,
    'address.street': 3,
    'address.postalCode': 2,
    'address.city': 2,
    capabilities: 2,
    imageUrl: 2,
    type: 0,
  };
  const inAustria = {
    points: 1,
    operatingHours: 1,
    name: 1,
    'address.street': 0,
    'address.postalCode': 1,
    'address.city': 1,
    capabilities: 1,
    imageUrl: 1,
    type: 1,
  };
  const inAll = Object.fromEntries(
    names.map((name) => [name, inPoland[name as 'points'] + inAustria[name as 'points']]),
  );
  expect(rows).toEqual([
    ['All countries', inAll],
    ['Poland', inPoland],
    ['Austria', inAustria],
  ]);
});
