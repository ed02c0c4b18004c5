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
  const { stored, storage } = createFakeStorage();
  return { stored, storage: () => storage };
}

it('a choice is carried over to the next page once, as a whole', () => {
  const { storage } = openTab();
  storeChoice(POINT, storage);
  expect(takeChoice(storage)).toEqual(POINT);
  expect(takeChoice(storage)).toBeNull();
});

it('a choice survives reloads of its own page', () => {
  const { storage } = openTab();
  storeChoice(POINT, storage);
  expect([readChoice(storage), readChoice(storage)]).toEqual([POINT, POINT]);
});

it('the distance of a choice from the device is not stored', () => {
  const { stored, storage } = openTab();
  storeChoice({ ...POINT, distanceMetres: 123.4 }, storage);
  expect([...stored.values()].join()).not.toContain('123.4');
  expect(readChoice(storage)).toEqual(POINT);
});

it('a cleared choice is not carried over', () => {
  const { storage } = openTab();
  storeChoice(POINT, storage);
  storeChoice(null, storage);
  expect(takeChoice(storage)).toBeNull();
});

it.each(['{', '7', '{"id":"PL_1"}', '{"id":"PL_1","coordinates":{"latitude":91,"longitude":0}}'])(
  'a stored value that isn’t a point is ignored: %s',
  (text) => {
    const { stored, storage } = openTab();
    storeChoice(POINT, storage);
    for (const key of stored.keys()) stored.set(key, text);
    expect(takeChoice(storage)).toBeNull();
  },
);

it('a blocked storage carries nothing over, without an error', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  storeChoice(POINT, blocked);
  expect(takeChoice(blocked)).toBeNull();
});
