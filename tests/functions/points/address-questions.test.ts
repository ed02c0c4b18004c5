import { describe, expect, it } from 'vitest';
import { nearestPointsSchema } from '#contract/nearest-points.ts';
import { ADDRESS_ITEMS } from '../../unit/search/address-network.ts';
import { QUESTIONS } from '../../unit/search/address-questions.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { startPublished } from '../start-published.ts';

const published = await publish(ADDRESS_ITEMS, { fromAddresses: true, rowsInPage: 64 });

/** The same table as for the search field (tests/unit/search/address-questions.test.ts). */
describe('the place of the nearest points', () => {
  it.each(QUESTIONS)('to %j is %s', async (requested, expected) => {
    const { harness } = startPublished(published, 'Node');
    const fields: Record<string, string> =
      typeof requested === 'string' ? { address: requested } : { ...requested };
    const answer = await harness.request(`/api/nearest-points?${new URLSearchParams(fields).toString()}`);
    const { place } = nearestPointsSchema.parse(await answer.json());
    const received = place && [place.name, place.city === null ? '' : `, ${place.city}`, ` ${place.country}`];
    expect(received?.join('')).toBe(expected);
  });
});

it.each([
  ['Frankfurd', 'Frankfurt'],
  ['Rothenburg o.d.T.', 'Rothenburg'],
])('the place guessed for %j is marked as a guess, so that nothing is chosen there', async (city, name) => {
  const { harness } = startPublished(published, 'Node');
  const answer = await harness.request(`/api/nearest-points?${new URLSearchParams({ city }).toString()}`);
  const { place } = nearestPointsSchema.parse(await answer.json());
  expect(place).toMatchObject({ name, match: 'typo' });
});
