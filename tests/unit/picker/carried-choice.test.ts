import { expect, it } from 'vitest';
import { storeChoice, readChoice, takeChoice } from '../../../src/lib/picker/carried-choice.ts';
import { createFakeStorage } from '../fake-storage.ts';

const POINT = {
  id: 'PL_1',
  coordinates: { latitude: 52, longitude: 21 },
  displayName: 'Rynek',
  further: [1],
};

function openTab() {
  const { kept, storage } = createFakeStorage();
  return { kept, storage: () => storage };
}

it('a choice is carried whole to the next page, once', () => {
  const { storage } = openTab();
  storeChoice(POINT, storage);
  expect(takeChoice(storage)).toEqual(POINT);
  expect(takeChoice(storage)).toBeNull();
});

it('a choice outlives reloads of its own page', () => {
  const { storage } = openTab();
  storeChoice(POINT, storage);
  expect([readChoice(storage), readChoice(storage)]).toEqual([POINT, POINT]);
});

it('how far a choice is from the device stays in the page’s memory', () => {
  const { kept, storage } = openTab();
  storeChoice({ ...POINT, distanceMetres: 123.4 }, storage);
  expect([...kept.values()].join()).not.toContain('123.4');
  expect(readChoice(storage)).toEqual(POINT);
});

it('a choice taken back is not carried', () => {
  const { storage } = openTab();
  storeChoice(POINT, storage);
  storeChoice(null, storage);
  expect(takeChoice(storage)).toBeNull();
});

it.each(['{', '7', '{"id":"PL_1"}', '{"id":"PL_1","coordinates":{"latitude":91,"longitude":0}}'])(
  'what is no point is not taken for one: %s',
  (text) => {
    const { kept, storage } = openTab();
    storeChoice(POINT, storage);
    for (const key of kept.keys()) kept.set(key, text);
    expect(takeChoice(storage)).toBeNull();
  },
);

it('where the storage is blocked nothing is carried, and nothing fails', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  storeChoice(POINT, blocked);
  expect(takeChoice(blocked)).toBeNull();
});
