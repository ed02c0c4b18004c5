import { expect, it } from 'vitest';
import type { FindState } from '../../../src/lib/find/find-state.svelte.ts';
import { describeFindOutcome } from '../../../src/lib/find/find-state.svelte.ts';
import { FakeNetwork, makeItem } from '../picker/fake-network.ts';

type ShownOutcome = Pick<FindState, 'outcome' | 'open' | 'nothingFor'>;
const NOTHING: ShownOutcome = {
  outcome: { kind: 'found', text: 'Xqzyyk', groups: [] },
  open: true,
  nothingFor: 'Xqzyyk',
};
const network = () => new FakeNetwork(makeItem('PL_1', 21));
/** A list that is read live: not all is known of it. */
const live = () => Object.assign(network(), { whole: false });

const describe = (
  outcome: ShownOutcome,
  of: FakeNetwork | null,
  { growing = false, countries = [] as string[] } = {},
) => describeFindOutcome(outcome as FindState, of, growing, countries);

it.each([
  ['the network has none', network(), {}, /^Nothing found for “Xqzyyk”\. Check the spelling/],
  ['a live list is read', live(), {}, /^No loaded point has the ID “Xqzyyk”\. Type the full/],
  ['it is still being read', live(), { growing: true }, /^No point loaded so far has the ID “Xqzyyk”/],
  [
    'the shop’s countries aren’t in it',
    network(),
    { countries: ['JP', 'KR'] },
    /^There are no pick-up points in Japan, South Korea yet\.$/,
  ],
])('where nothing is found that is said, with what to do next: %s', (_, of, more, sentence) => {
  expect(describe(NOTHING, of, more)).toMatch(sentence);
});

it('a point that is gone is said to be gone, also where the list is closed', () => {
  const gone: ShownOutcome = { outcome: { kind: 'gone', id: 'PL_GONE' }, open: false, nothingFor: null };
  expect(describe(gone, network())).toBe('PL_GONE is no longer in the network. Choose another point.');
});
