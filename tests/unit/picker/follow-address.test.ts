import { expect, it, vi } from 'vitest';
import type { PickerConfig } from '#contract/picker-config.ts';
import type { OfferedPoint } from '../../../src/lib/picker/picker-events.ts';
import { hidePage } from '../hide-page.ts';
import { FakeNetwork, makeItem } from './fake-network.ts';

hidePage();

// Vite replaces it in a build.
vi.stubGlobal('__PUBLIC_SETTINGS__', { start: null });
const { PickerState } = await import('../../../src/lib/picker/picker.svelte.ts');

/** A picker that a shop has opened for a customer in Warszawa, whose search finds any city. */
async function open() {
  const network = new FakeNetwork(makeItem('PL_1', 21));
  const page = {
    config: { city: 'Warszawa' } as PickerConfig,
    choice: { chosen: null as OfferedPoint | null },
    open: () => Promise.resolve(network),
  };
  const picker = new PickerState(page);
  const { search } = picker;
  const find = vi.spyOn(search, 'find').mockImplementation(({ city = '' }) => {
    search.text = search.searched = city;
    return Promise.resolve(true);
  });
  await picker.begin();
  const moveTo = async (city: string) => {
    page.config = { ...page.config, city };
    await picker.followAddress();
    return find.mock.calls.map(([question]) => question.city);
  };
  return { page, picker, moveTo };
}

it('the map follows the shop’s address, and stays where it is if that is set again', async () => {
  const { moveTo } = await open();
  expect(await moveTo('Kraków')).toEqual(['Warszawa', 'Kraków']);
  expect(await moveTo('Kraków')).toEqual(['Warszawa', 'Kraków']);
  expect(await moveTo('Kielce')).toEqual(['Warszawa', 'Kraków', 'Kielce']);
});

it.each<[string, (opened: Awaited<ReturnType<typeof open>>) => void]>([
  ['searched', ({ picker }) => (picker.search.text = 'Gdańsk')],
  ['cleared the field', ({ picker }) => (picker.search.text = '')],
  ['chosen a point', ({ page }) => (page.choice.chosen = { id: 'PL_1' } as OfferedPoint)],
])('the map no longer follows the address once the shopper has %s', async (_, act) => {
  const opened = await open();
  act(opened);
  expect(await opened.moveTo('Kraków')).toEqual(['Warszawa']);
});
