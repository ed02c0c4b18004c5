// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyParcelAnswer, type PublicParcel } from '#contract/public-parcel.ts';
import { openParcel } from './open-element.ts';

const origin = 'https://points.example';
const number = '690000000000100000000001';
const OTHER = '690000000000100000000002';
const parcel = (changes: Partial<PublicParcel>): PublicParcel => ({
  ...emptyParcelAnswer(number, 'unknown', null),
  status: 'found',
  ...changes,
});
const SIZE = { type: 'size', height: 300, isSettled: true, title: 'Where is my parcel?' };

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** The states that are reported to the page. */
function listen(): (string | null)[] {
  const states: (string | null)[] = [];
  document.body.addEventListener('droppoint-parcel-state', ({ detail }) => states.push(detail.state));
  return states;
}

describe('the parcel’s element', () => {
  it('each change of state dispatches one event, and nothing else does', async () => {
    const news = listen();
    const { element, send } = await openParcel({ origin, number: '6900 0000 0000 1000 0000 0001' });
    send({ type: 'parcel', parcel: parcel({ state: 'registered' }) });
    send({ type: 'parcel', parcel: parcel({ state: 'registered', checkedAt: '2026-07-01T12:00:00Z' }) });
    expect(element.parcel?.checkedAt).toBe('2026-07-01T12:00:00Z');
    send({ type: 'parcel', parcel: parcel({ state: 'on_its_way' }) });
    expect(news).toEqual(['registered', 'on_its_way']);
  });

  it.each([
    ['another window', { source: {} }],
    ['another origin', { origin: 'https://evil.example' }],
  ])('the element ignores messages from %s', async (_, changes) => {
    const news = listen();
    const { element, frame, send } = await openParcel({ origin, number });
    send(SIZE, changes);
    send({ type: 'parcel', parcel: parcel({ state: 'delivered' }) }, changes);
    expect([news, element.parcel, frame()!.className, frame()!.title]).toEqual([[], null, '', number]);
  });

  it('the element ignores messages about another parcel, such as its previous one', async () => {
    const news = listen();
    const { element, send } = await openParcel({ origin, number });
    send({ type: 'parcel', parcel: parcel({ state: 'ready' }) });
    element.number = OTHER;
    expect(element.parcel).toBeNull();
    send({ type: 'parcel', parcel: parcel({ state: 'delivered' }) });
    expect([news, element.parcel]).toEqual([['ready'], null]);
  });

  it('the frame appears once it has a height, and shrinks only when nothing is loading', async () => {
    const { frame, send, internals } = await openParcel({ origin, number });
    expect([...internals.states]).toEqual(['loading']);
    send(SIZE);
    expect([frame()!.className, frame()!.title, frame()!.style.height]).toEqual([
      'seen',
      'Where is my parcel?',
      '300px',
    ]);
    expect([...internals.states]).toEqual([]);
    Object.defineProperty(frame()!, 'clientHeight', { value: 300 });
    send({ ...SIZE, height: 200, isSettled: false });
    expect(frame()!.style.height).toBe('300px');
    send({ ...SIZE, height: 400, isSettled: false });
    expect(frame()!.style.height).toBe('400px');
    send({ ...SIZE, height: 200 });
    expect(frame()!.style.height).toBe('200px');
  });

  it('changed attributes reuse the frame’s page', async () => {
    const { element, frame, send, followed } = await openParcel({ origin, number });
    const first = frame();
    send(SIZE);
    element.number = OTHER;
    element.refresh();
    const addresses = followed.mock.calls.map(([address]) => new URL(address));
    expect(addresses.map(({ pathname }) => pathname)).toEqual(['/parcel', '/parcel']);
    expect(addresses[0]!.hash).toContain(OTHER);
    expect(addresses[1]!.hash).not.toBe(addresses[0]!.hash);
    expect(frame()).toBe(first);
    element.number = '';
    expect(frame()).toBeNull();
  });
});
