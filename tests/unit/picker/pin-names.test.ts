import { describe, expect, it } from 'vitest';
import type { PointDetails } from '#contract/point-details.ts';
import { loadLaterMessages, setLanguage } from '../../../src/lib/i18n/messages.ts';
import { PinNames } from '../../../src/lib/picker/pin-names.svelte.ts';
import { FakeNetwork, makeItem } from './fake-network.ts';

await setLanguage('en');
await loadLaterMessages();

/** Names of the pins of two points 69 km apart, measured from the first. */
function open(listed: Readonly<Record<string, Partial<PointDetails>>> = {}, exact = true) {
  const network = new FakeNetwork(
    { ...makeItem('PL_1', 21), type: 'APM' },
    { ...makeItem('PL_2', 22), type: 'APM', displayName: 'By the gate' },
  );
  const origin = { ...network.stored('PL_1'), exact };
  const names = new PinNames({
    points: { network, signal: new AbortController().signal },
    map: { from: origin, origin },
    list: { detailsOf: (id) => (listed[id] as PointDetails | undefined) ?? null },
  });
  return { network, names, say: (id: string) => names.nameOf(network.stored(id)) };
}

describe('what a screen reader says for a pin', () => {
  it('until its point is read: type and distance, never an id', () => {
    const { say } = open();
    expect(say('PL_1')).toBe('Parcel locker, 10 m');
    expect(say('PL_2')).toBe('Parcel locker, 68 km');
  });

  it('a listed point is called by its name; one without is called by its type, not its id', () => {
    const { say } = open({
      PL_1: { id: 'PL_1', name: 'Fern', type: 'PUDO', country: 'PL' },
      PL_2: { id: 'PL_2', name: 'PL_2', type: 'APM', country: 'PL' },
    });
    expect(say('PL_1')).toBe('Fern, Shop or counter, 10 m');
    expect(say('PL_2')).toBe('Parcel locker, 68 km');
  });

  it('a point that isn’t listed is read when its pin has the focus; if that fails, its name stays', async () => {
    const { network, names, say } = open();
    network.broken.add('PL_1');
    await names.read([network.stored('PL_1')]);
    await names.read([network.stored('PL_2')]);
    expect(say('PL_1')).toBe('Parcel locker, 10 m');
    expect(say('PL_2')).toBe('By the gate, Parcel locker, 68 km');
  });

  it('distances from a place that is only known roughly are approximate', () => {
    expect(open({}, false).say('PL_2')).toBe('Parcel locker, about 68 km');
  });
});
