// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openElement } from './open-element.ts';
import { waitFor } from '../../wait-for.ts';

const origin = 'https://points.example';
const inline = { mode: 'inline', origin };

afterEach(async () => {
  document.body.replaceChildren();
  // A removed element acts a microtask later.
  await Promise.resolve();
  vi.unstubAllGlobals();
});

describe('the element’s frame', () => {
  it('the frame may run scripts and open tabs, but never navigate the shop’s page', async () => {
    const { frame } = await openElement(inline);
    expect(frame()!.getAttribute('sandbox')).toBe(
      'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    );
    expect(frame()!.getAttribute('allow')).toBe('geolocation');
  });

  it('the frame’s address has what it needs immediately, and nothing that isn’t set', async () => {
    const bare = await openElement({ ...inline, theme: 'dark' });
    expect(bare.frame()!.src).toBe(`${origin}/embed#origin=http%3A%2F%2Flocalhost%3A3000&theme=dark`);
    const full = await openElement({
      ...inline,
      latitude: '0',
      longitude: '21.5',
      zoom: '12',
      language: 'pl',
    });
    const { hash } = new URL(full.frame()!.src);
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toMatchObject({
      latitude: '0',
      longitude: '21.5',
      zoom: '12',
      language: 'pl',
    });
    full.element.remove();
    const { element, frame } = await openElement({ origin });
    element.configure({ latitude: 0, longitude: 21.5 });
    void element.open().catch(() => {});
    expect(frame()!.src).toContain('&latitude=0&longitude=21.5&');
  });

  it.each([
    ['javascript:alert(1)//', null],
    ['data:text/html,x', null],
    ['points.example', null],
    ['xhttps://points.example', null],
    ['https://', null],
    ['http://127.0.0.1:3000/x', 'http://127.0.0.1:3000'],
    ['https://points.example/shop', 'https://points.example'],
  ])('the frame isn’t loaded unless its origin is a web address: origin="%s"', async (address, expected) => {
    const { frame } = await openElement({ mode: 'inline', origin: address });
    expect(frame() === null ? null : new URL(frame()!.src).origin).toBe(expected);
  });
});

describe('excluded ids that don’t fit into a query', () => {
  const excludeIds = Array.from({ length: 10_000 }, (_, at) => `PL_${at}`);
  const summary = (id: string) => ({ id, lines: [id] });
  const texts = { lines: [], distance: '40 m' };
  const near = (id: string) => ({ summary: summary(id), point: { id }, texts, label: null });
  const place = { mode: 'nearest', origin, city: 'Warszawa' };

  it.each([
    ['as a list', excludeIds],
    ['as a text', excludeIds.join(', ')],
    ['101', excludeIds.slice(0, 101)],
    ['some that are long', excludeIds.slice(0, 50).map((id) => id + 'x'.repeat(100))],
  ])('the element leaves excluded ids out of the nearest points: %s', async (_, ids) => {
    const first = String(ids).split(/[\s,]+/)[0]!;
    const points = [first, 'PL_A', first, 'PL_B', 'PL_C', 'PL_D'].map(near);
    const { element, requests, root } = await openElement({ origin }, { points, texts: { more: 'More' } });
    element.configure({ city: 'Warszawa', excludeIds: ids as string[] });
    element.setAttribute('mode', 'nearest');
    await waitFor(() => expect(root.querySelectorAll('input').length).toBe(3));
    expect([...root.querySelectorAll('input')].map(({ value }) => value)).toEqual(['PL_A', 'PL_B', 'PL_C']);
    expect(requests.map(({ search }) => search)).toEqual(['?city=Warszawa&language=en&limit=20']);
    // With other exclusions the answer differs, although the request is the same.
    element.configure({ city: 'Warszawa', excludeIds: excludeIds.slice(5) });
    await waitFor(() => expect(requests.length).toBe(2));
  });

  it('excluded ids are left to the server as long as they fit into a query', async () => {
    const ids = excludeIds.slice(0, 100).join();
    const answer = { points: ['PL_A', 'PL_B'].map(near), texts: { more: 'More' } };
    const { requests } = await openElement({ ...place, 'exclude-ids': ids }, answer);
    await waitFor(() => expect(requests.length).toBe(1));
    expect(Object.fromEntries(requests[0]!.searchParams)).toEqual({
      city: 'Warszawa',
      language: 'en',
      excludeIds: ids,
      limit: '3',
    });
  });

  it('a preset value with too many excluded ids is left to a frame, which takes any number', async () => {
    const { requests, frame } = await openElement({
      origin,
      value: 'PL_A',
      'exclude-ids': excludeIds.slice(0, 101).join(),
    });
    expect([requests, frame()?.src.split('#')[0]]).toEqual([[], `${origin}/embed`]);
    const few = await openElement({ origin, value: 'PL_A', 'exclude-ids': 'PL_B' });
    expect(few.requests.map(String)).toEqual([`${origin}/api/points/PL_A?language=en&excludeIds=PL_B`]);
    expect(few.frame()).toBe(null);
  });
});
