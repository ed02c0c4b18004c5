import { expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { createDetailsReader } from '../../../src/lib/list/read-details.ts';
import { makeGrid, openTest } from '../network/open-test-snapshot.ts';
import { waitFor } from '../../wait-for.ts';

const signal = () => new AbortController().signal;
const MIDDLE = { latitude: 52.05, longitude: 21.05 };

async function openNear(amount: number) {
  const opened = await openTest(makeGrid(20));
  const { points } = await opened.snapshot.nearest(MIDDLE, amount);
  return { ...opened, points: points.map(({ point }) => point) };
}

it('each file of items is read once, however the points are spread', async () => {
  const { snapshot, host, points } = await openNear(60);
  const reader = createDetailsReader(snapshot);
  await reader.read(points, signal(), () => {});
  for (const { id } of points) expect(reader.get(id)).toMatchObject({ id, name: id });
  const chunks = host.requested.map(({ name }) => name).filter((name) => name.includes('/chunks/'));
  expect(chunks.length).toBeGreaterThan(4);
  expect(new Set(chunks).size).toBe(chunks.length);
});

it('known details aren’t read again', async () => {
  const { snapshot, host, points } = await openNear(10);
  const reader = createDetailsReader(snapshot);
  await reader.read(points, signal(), () => {});
  const requested = host.requested.length;
  await reader.read([...points].reverse(), signal(), () => {});
  expect(host.requested).toHaveLength(requested);
});

it('details that arrive together are reported once', async () => {
  const { snapshot, points } = await openNear(40);
  const onread = vi.fn();
  await createDetailsReader(snapshot).read(points, signal(), onread);
  await waitFor(() => expect(onread).toHaveBeenCalled());
  expect(onread.mock.calls.length).toBeLessThan(20);
});

it('failed and missing details are marked, and failed ones are read again', async () => {
  const [first, second, third] = ['PL_1', 'PL_2', 'PL_3'].map((id, place) => ({
    id,
    place,
    latitude: 52,
    longitude: 21,
    type: 'APM',
  }));
  let works = false;
  const reader = createDetailsReader({
    readItem: ({ id }) => {
      if (id === 'PL_1') return Promise.resolve(null);
      if (id === 'PL_2' && !works) return Promise.reject(new AppError('network', 'cable cut'));
      if (id === 'PL_3' && !works) return Promise.reject(new AppError('aborted', 'given up'));
      return Promise.resolve({ id, coordinates: { latitude: 52, longitude: 21 } });
    },
  });
  const read = () => reader.read([first!, second!, third!], signal(), () => {});
  await read();
  expect([reader.get('PL_1'), reader.get('PL_2'), reader.get('PL_3')]).toEqual(['gone', 'failed', undefined]);
  works = true;
  await read();
  expect(reader.get('PL_2')).toMatchObject({ name: 'PL_2' });
  expect(reader.get('PL_3')).toMatchObject({ name: 'PL_3' });
});
