import { expect, it } from 'vitest';
import { ListAnchor } from '../../../src/lib/list/list-anchor.ts';

const box = (latitude: number) => ({ south: latitude - 1, north: latitude + 1, west: 20, east: 22 });
const at = (latitude: number) => ({ latitude, longitude: 21 });
const question = (latitude: number, isOpen = false, isMoving = false) => ({
  from: null,
  middle: at(latitude),
  bounds: box(latitude),
  isOpen,
  isMoving,
});

it('the list is anchored at the searched place, else at the middle of the view', () => {
  const anchor = new ListAnchor();
  expect(anchor.next(question(52))).toEqual(at(52));
  expect(anchor.next(question(53))).toEqual(at(53));
  expect(anchor.next({ ...question(53), from: at(50) })).toEqual(at(50));
});

it('the anchor stays while a point is open, and after it is closed until the map is moved', () => {
  const anchor = new ListAnchor();
  anchor.next(question(52));
  expect(anchor.next(question(52.1, true))).toEqual(at(52));
  expect(anchor.next(question(52.2, true))).toEqual(at(52));
  expect(anchor.next(question(52.2))).toEqual(at(52));
  expect(anchor.next(question(52.3))).toEqual(at(52.3));
});

it('the anchor stays if a point is closed while the map still moves to it, until the next move', () => {
  const anchor = new ListAnchor();
  anchor.next(question(52));
  anchor.next(question(52, true));
  expect(anchor.next(question(52, false, true))).toEqual(at(52));
  expect(anchor.next(question(52.2))).toEqual(at(52));
  expect(anchor.next(question(52.2))).toEqual(at(52));
  expect(anchor.next(question(52.3))).toEqual(at(52.3));
});

it('the anchor follows a map that is moved elsewhere after the point is closed', () => {
  const anchor = new ListAnchor();
  anchor.next(question(52));
  anchor.next(question(52, true));
  expect(anchor.next(question(52.5, false, true))).toEqual(at(52.5));
  expect(anchor.next(question(52.5))).toEqual(at(52.5));
});

it('the anchor follows the map if the map has left it out of view', () => {
  const anchor = new ListAnchor();
  anchor.next(question(52));
  anchor.next(question(54, true));
  expect(anchor.next(question(54))).toEqual(at(54));
});
