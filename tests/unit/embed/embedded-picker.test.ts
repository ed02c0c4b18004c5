import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { writeMessage } from '#contract/frame-message.ts';
import { EmbeddedPicker } from '../../../src/lib/embed/embedded-picker.svelte.ts';
import { FakeChannel } from '../widget/fake-channel.ts';
import { begin, greet, HOST, makePage, POINT, world } from './shop-page.ts';
import { m } from '../../../src/lib/i18n/messages.ts';
import { waitFor } from '../../wait-for.ts';
import { passTurn } from '../pass-turn.ts';

beforeEach(() => {
  world.isPressed = true;
  world.validity = { status: 'exists', isValid: true, point: POINT };
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the picker in a frame', () => {
  it('a listed shop is greeted', async () => {
    const { picker, posted } = await greet(['https://other.example', HOST]);
    expect([picker.refused, posted]).toEqual([false, [{ droppoint: 1, type: 'hello', version: '1.0.0' }]]);
  });

  it('a page that isn’t listed is refused: it gets no greeting and can’t begin', async () => {
    const { picker, posted, arrive } = await greet(['https://other.example']);
    arrive(writeMessage({ type: 'init', nonce: 'n', config: { city: 'Łódź' } }), new FakeChannel().port2);
    await passTurn();
    expect([picker.refused, posted, picker.config]).toEqual([true, [], null]);
    expect(await picker.choice.mayChoose(POINT, 'list')).toBe(false);
  });
});

describe('the list of allowed hosts', () => {
  it('a picker without an early list requests it', async () => {
    const { picker, ...allowed } = await greet(null, [HOST]);
    expect([picker.refused, picker.unknown, world.fetched]).toEqual([false, null, ['/api/embed']]);
    expect([allowed.posted.length, allowed.firstPaint.isRemoved]).toEqual([1, false]);
    const refused = makePage(null, []);
    await picker.greet(HOST);
    expect([picker.refused, refused.posted, refused.firstPaint.isRemoved]).toEqual([true, [], true]);
  });

  it('a picker with an early list doesn’t request it again', async () => {
    const { firstPaint } = await greet([HOST]);
    expect([world.fetched, firstPaint.isRemoved]).toEqual([[], false]);
  });

  it('a picker that can’t read the list refuses nobody: the shop may be listed, and a retry may work', async () => {
    vi.useFakeTimers();
    const { posted, firstPaint } = makePage(null, new TypeError('Failed to fetch'));
    const picker = new EmbeddedPicker();
    const greeting = picker.greet(HOST);
    await vi.runAllTimersAsync();
    await greeting;
    vi.useRealTimers();
    expect(picker.unknown).toMatchObject({ code: 'network' });
    expect([picker.refused, posted, firstPaint.isRemoved]).toEqual([false, [], true]);
    const { posted: later } = makePage([HOST]);
    await picker.greet(HOST);
    expect([picker.unknown, later.length]).toEqual([null, 1]);
  });
});

describe('settings from the shop’s page', () => {
  const WORDS = {
    trigger: 'Choose your pick-up point',
    change: 'Change pick-up point',
    close: 'Close',
    gone: 'This pick-up point is no longer available.',
    retry: 'Try again',
  };

  it('settings are applied, and answered with the texts that the page needs', async () => {
    const { picker, sent, root } = await begin({ city: 'Łódź', theme: 'dark' });
    expect(sent).toEqual([{ droppoint: 1, type: 'ready', nonce: 'n', words: WORDS }]);
    expect(picker.config).toMatchObject({ city: 'Łódź', theme: 'dark' });
    expect([root.lang, root.dataset['theme'], picker.wording]).toEqual(['en', 'dark', '["en",null]']);
  });

  it('faulty settings are applied as far as possible, and reported once the picker is ready', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { picker, sent, sentOf, request } = await begin({ city: 'Łódź', theme: 'pink', zoom: 'near' });
    expect(sent.map(({ type }) => type)).toEqual(['ready', 'error']);
    const [{ message }] = sentOf('error') as unknown as [{ message: string }];
    expect(sentOf('error')).toEqual([
      { droppoint: 1, type: 'error', code: 'settings_invalid', message, retryable: false },
    ]);
    expect(message).toMatch(/theme.*\. .*zoom/s);
    expect(warn.mock.calls).toEqual([[`droppoint-picker: ${message}`]]);
    expect(picker.config?.city).toBe('Łódź');
    await request({ type: 'configure', id: 1, config: { theme: 'blue' } });
    expect([sentOf('error').length, warn.mock.calls.length, picker.config?.city]).toEqual([2, 2, undefined]);
    await request({ type: 'configure', id: 2, config: { city: 'Brno' } });
    expect([sentOf('error').length, picker.config?.city]).toEqual([2, 'Brno']);
  });

  it('for sending, points must accept parcels, and texts say so; and no longer once that is over', async () => {
    const { picker, sentOf, request } = await begin({ purpose: 'send' });
    expect(sentOf('ready')[0]).toMatchObject({ words: { trigger: 'Choose your drop-off point' } });
    expect(picker.config).toMatchObject({ filter: { capabilities: ['PARCEL_SEND'] } });
    expect(picker.wording).toBe('["en",null,"send"]');
    await request({ type: 'configure', id: 1, config: { purpose: 'collect' } });
    expect([picker.config?.filter, m.picker_heading()]).toEqual([undefined, 'Choose your pick-up point']);
  });

  it('settings may change the language and texts', async () => {
    const { picker, sentOf, request, root } = await begin({ language: 'de-AT' });
    expect(sentOf('ready')[0]).toMatchObject({ words: { retry: 'Erneut versuchen' } });
    expect([root.lang, picker.wording]).toEqual(['de', '["de",null]']);
    expect(await request({ type: 'configure', id: 1, config: {} })).toMatchObject({ id: 1, value: {} });
    expect(root.lang).toBe('de');
    const messages = { widget_blocked: 'Not here.' };
    await request({ type: 'configure', id: 2, config: { language: 'en', messages } });
    expect([root.lang, picker.wording]).toEqual(['en', '["en",{"widget_blocked":"Not here."}]']);
    await request({ type: 'configure', id: 3, config: {} });
    expect(picker.wording).toBe('["en",null]');
  });

  it('settings may name the chosen point, if it matches them', async () => {
    const { picker, sentOf } = await begin({ value: 'PL_1', countries: ['PL', 'CZ'] });
    await waitFor(() => expect(sentOf('change')).toHaveLength(1));
    expect(sentOf('change')).toMatchObject([{ point: { id: 'PL_1' }, source: 'value' }]);
    expect([picker.choice.chosen, world.fetched]).toEqual([POINT, ['/api/points/PL_1?country=PL%2CCZ']]);
  });

  it('consecutive settings are applied in order', async () => {
    const { picker, request } = await begin();
    const [first, second] = [
      request({ type: 'configure', id: 1, config: { language: 'fr', city: 'Paris' } }),
      request({ type: 'configure', id: 2, config: { language: 'en', city: 'Brno' } }),
    ];
    await Promise.all([first, second]);
    expect([picker.config?.city, picker.wording]).toEqual(['Brno', '["en",null]']);
  });
});

describe('events of the picker', () => {
  it('events are sent to the shop’s page, without typed text', async () => {
    const { picker, sent } = await begin();
    sent.length = 0;
    picker.sendLayers(2);
    picker.forwardEvent({ type: 'search', kind: 'place' });
    picker.forwardEvent({ type: 'view', view: 'list' });
    picker.forwardEvent({ type: 'filter', rules: { openNow: true } as never });
    picker.forwardEvent({ type: 'error', error: new AppError('network', 'No connection.') });
    picker.forwardEvent({ type: 'error', error: new Error('at line 5 of secret.js') });
    picker.forwardEvent({ type: 'settings', problems: [] });
    expect(sent).toEqual(
      [
        { type: 'layers', open: 2 },
        { type: 'search', kind: 'place' },
        { type: 'view', view: 'list' },
        { type: 'filter', filter: { openNow: true } },
        { type: 'error', code: 'network', message: 'No connection.', retryable: true },
        { type: 'error', code: 'unavailable', message: 'The picker could not do it.', retryable: true },
      ].map((message) => expect.objectContaining({ droppoint: 1, ...message }) as object),
    );
    picker.forwardEvent({ type: 'gone', id: 'PL_9', alternatives: [POINT] });
    await waitFor(() => expect(sent).toHaveLength(7));
    expect(sent[6]).toMatchObject({ type: 'invalid-selection', id: 'PL_9', reason: 'gone' });
    picker.close();
    picker.sendLayers(0);
    expect(sent).toHaveLength(7);
  });

  it('settings with values that the network lacks are reported', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { picker, sentOf } = await begin();
    picker.forwardEvent({ type: 'settings', problems: ['No APM.', 'No PL.'] });
    expect(sentOf('error')).toMatchObject([{ code: 'settings_invalid', message: 'No APM. No PL.' }]);
  });

  it('Escape asks to close the dialog, unless the picker has handled the key', async () => {
    const { picker, sentOf } = await begin();
    const press = async (key: string, isUsed = false) => {
      const event = { key, defaultPrevented: false };
      picker.closeOnEscape(event as KeyboardEvent);
      // Listeners that come later may still use it.
      event.defaultPrevented = isUsed;
      await passTurn();
      return sentOf('close').length;
    };
    expect([await press('Enter'), await press('Escape', true), await press('Escape')]).toEqual([0, 0, 1]);
    expect(sentOf('close')).toMatchObject([{ reason: 'escape' }]);
  });

  it('nothing is sent before the shop’s page has begun', async () => {
    const picker = new EmbeddedPicker();
    expect([picker.config, picker.wording, picker.refused, picker.unknown, picker.choice.objection]).toEqual([
      ...[null, '', false, null, ''],
    ]);
    await picker.choice.clear('undo');
    picker.closeOnEscape({ key: 'Escape', defaultPrevented: false } as KeyboardEvent);
    await passTurn();
    picker.sendLayers(1);
    picker.forwardEvent({ type: 'view', view: 'map' });
    picker.forwardEvent({ type: 'search', kind: 'place' });
    picker.forwardEvent({ type: 'filter', rules: {} as never });
    picker.forwardEvent({ type: 'error', error: new Error('broken') });
    picker.close();
    expect(picker.choice.objection).toBe('');
  });
});

describe('requests of the shop’s page', () => {
  it('a request reaches the picker, and its result is returned', async () => {
    const { picker, request } = await begin();
    const calls: unknown[] = [];
    const record =
      <Result>(name: string, result: Result) =>
      (...values: unknown[]) => {
        calls.push([name, ...values]);
        return result;
      };
    picker.picker = {
      closeLayers: record('closeLayers', undefined),
      followAddress: record('followAddress', Promise.resolve()),
      panTo: record('panTo', undefined),
      showPoint: record('showPoint', Promise.resolve(true)),
      search: record('search', Promise.resolve(false)),
      changePosition: record('changePosition', undefined),
      refresh: record('refresh', Promise.resolve()),
    };
    const values = [
      await request({ type: 'closeLayers', id: 1, layers: 2 }),
      await request({ type: 'showPoint', id: 2, pointId: 'PL_1' }),
      await request({ type: 'search', id: 3, query: 'Brno' }),
      await request({ type: 'changePosition', id: 4, latitude: 52, longitude: 21, zoom: 9 }),
      await request({ type: 'refresh', id: 5 }),
    ];
    expect(values.map((answer) => (answer as unknown as { value: object }).value)).toEqual([
      {},
      { found: true },
      { found: false },
      {},
      {},
    ]);
    expect(calls).toEqual([
      ['closeLayers', 2],
      ['showPoint', 'PL_1'],
      ['search', 'Brno'],
      ['changePosition', { latitude: 52, longitude: 21 }, 9],
      ['refresh'],
    ]);
  });

  it('a request before the picker is mounted finds nothing, and does no harm', async () => {
    const { request } = await begin();
    for (const message of [
      { type: 'showPoint', id: 1, pointId: 'PL_1' },
      { type: 'search', id: 2, query: 'Brno' },
    ] as const)
      expect(await request(message)).toMatchObject({ id: message.id, value: { found: false } });
    for (const message of [
      { type: 'closeLayers', id: 3, layers: 0 },
      { type: 'changePosition', id: 4, latitude: 1, longitude: 2 },
      { type: 'refresh', id: 5 },
    ] as const)
      expect(await request(message)).toEqual({ droppoint: 1, type: 'answer', id: message.id, value: {} });
  });

  it('a validation returns the server’s answer, without the platform’s item', async () => {
    const { request } = await begin({ countries: ['PL'] });
    const near = { latitude: 50.5, longitude: 20 };
    expect(await request({ type: 'validate', id: 1, pointId: 'PL_1', near })).toEqual({
      ...{ droppoint: 1, type: 'answer', id: 1 },
      value: { id: 'PL_1', status: 'exists', isValid: true, errors: [], alternatives: [], checkedAt: null },
    });
    expect(world.fetched).toEqual(['/api/points/PL_1?country=PL&latitude=50.5&longitude=20']);
  });

  it('selecting an empty id clears the choice', async () => {
    const { picker, sentOf, request } = await begin();
    await request({ type: 'selectPoint', id: 1, pointId: 'PL_1' });
    expect(await request({ type: 'selectPoint', id: 2, pointId: '' })).toMatchObject({ value: {} });
    expect([picker.choice.chosen, sentOf('change').at(-1)]).toEqual([
      null,
      { droppoint: 1, type: 'change', source: 'method' },
    ]);
    expect(world.fetched).toHaveLength(1);
  });

  it('selecting a point shows it on the map', async () => {
    const { picker, request } = await begin();
    const panned: unknown[] = [];
    picker.picker = { panTo: (position: unknown) => void panned.push(position) } as never;
    await request({ type: 'selectPoint', id: 1, pointId: 'PL_1' });
    expect(panned).toEqual([POINT.coordinates]);
  });
});

describe('choosing in a frame', () => {
  // Proves: embedding/refusal.
  it('a choice that the shop’s page refuses isn’t made, and the shopper sees why', async () => {
    const { picker } = await begin({}, { accepted: false, reason: 'Sold out here.' });
    expect([await picker.choice.mayChoose(POINT, 'list'), picker.choice.objection]).toEqual([
      false,
      'Sold out here.',
    ]);
    picker.sendLayers(0);
    expect(picker.choice.objection).toBe('');
    const { picker: silent } = await begin({}, { accepted: false });
    expect([await silent.choice.mayChoose(POINT, 'list'), silent.choice.objection]).toEqual([
      false,
      'The shop doesn’t deliver to this point.',
    ]);
    world.isPressed = false;
    expect([await silent.choice.mayChoose(POINT, 'list'), silent.choice.objection]).toEqual([false, '']);
  });

  it('the shop’s acceptance is the change: no other message tells it, and settings with the value change nothing', async () => {
    const { picker, sent, request } = await begin({}, { accepted: true, changed: true });
    expect([await picker.choice.mayChoose(POINT, 'list'), picker.choice.objection]).toEqual([true, '']);
    await request({ type: 'configure', id: 1, config: { value: 'PL_1', theme: 'dark' } });
    expect(sent).toMatchObject([
      { type: 'ready' },
      { type: 'select', point: { id: 'PL_1' }, summary: { id: 'PL_1' }, source: 'list' },
      { type: 'answer', id: 1 },
    ]);
    expect(world.fetched).toEqual([]);
  });

  it('a script of before, which waits for a `change`, gets one after it has accepted a choice', async () => {
    const { picker, sentOf, request } = await begin({}, { accepted: true });
    expect(await picker.choice.mayChoose(POINT, 'list')).toBe(true);
    await waitFor(() => expect(sentOf('change')).toHaveLength(1));
    const [selected] = sentOf('select') as unknown as [{ summary: object }];
    expect(sentOf('change')).toMatchObject([
      { point: { id: 'PL_1' }, summary: selected.summary, label: 'PL_1', source: 'list' },
    ]);
    await request({ type: 'configure', id: 1, config: { value: 'PL_1' } });
    expect([sentOf('change').length, world.fetched]).toEqual([1, []]);
  });

  it.each([
    ['the last is made, if the script accepts both and waits for `change`', {}, [false, true], ['PL_2']],
    ['those are made that the script has changed its value to', { changed: true }, [true, true], []],
  ])('of two choices that the shop is asked about at a time, %s', async (_, known, made, changes) => {
    const { picker, sentOf, answerLater } = await begin({}, { accepted: true, ...known }, true);
    const first = picker.choice.mayChoose(POINT, 'map');
    await waitFor(() => expect(sentOf('select')).toHaveLength(1));
    const second = picker.choice.mayChoose({ ...POINT, id: 'PL_2' }, 'list');
    await waitFor(() => expect(sentOf('select')).toHaveLength(2));
    answerLater();
    expect(await Promise.all([first, second])).toEqual(made);
    await passTurn();
    expect(sentOf('change')).toMatchObject(changes.map((id) => ({ point: { id } })));
  });

  it('a refusal of a choice is shown only if no other was made meanwhile', async () => {
    const { picker, sentOf, answerLater } = await begin({}, { accepted: false }, true);
    const first = picker.choice.mayChoose(POINT, 'map');
    await waitFor(() => expect(sentOf('select')).toHaveLength(1));
    const second = picker.choice.mayChoose({ ...POINT, id: 'PL_2' }, 'list');
    await waitFor(() => expect(sentOf('select')).toHaveLength(2));
    answerLater(1);
    expect([await first, picker.choice.objection]).toEqual([false, '']);
    answerLater();
    expect([await second, picker.choice.objection]).toEqual([
      false,
      'The shop doesn’t deliver to this point.',
    ]);
  });

  // RFC 9700 §4.16.
  it('a choice without a real press isn’t made, and the shop isn’t asked', async () => {
    const { picker, sentOf } = await begin();
    world.isPressed = false;
    expect([await picker.choice.mayChoose(POINT, 'list'), sentOf('select')]).toEqual([false, []]);
  });

  it('a choice in a readonly picker isn’t made, and the shop isn’t asked', async () => {
    const { picker, sentOf } = await begin({ readonly: true });
    expect([await picker.choice.mayChoose(POINT, 'list'), sentOf('select')]).toEqual([false, []]);
  });
});

describe('a point selected by the shop’s page', () => {
  it('a selectable point is chosen, and the change is sent', async () => {
    const { picker, sentOf, request } = await begin();
    expect(await request({ type: 'selectPoint', id: 7, pointId: 'PL_1' })).toMatchObject({
      id: 7,
      value: {},
    });
    expect(picker.choice.chosen).toEqual(POINT);
    expect(sentOf('change')).toMatchObject([{ point: { id: 'PL_1' }, source: 'method' }]);
  });

  it.each([
    ['is gone', { status: 'gone', isValid: false, point: undefined }],
    ['isn’t for this shop', { isValid: false, errors: [{ code: 'filter', message: '' }] }],
    ['is unknown to the server', { status: 'unknown', point: undefined }],
  ])('a selected point is refused if it %s', async (_what, answer) => {
    world.validity = { ...world.validity, ...answer };
    const { picker, sentOf, request } = await begin();
    const message = 'PL_1 doesn’t exist or can’t be chosen in this shop.';
    const refusal = { id: 7, code: 'not_found', message, retryable: false };
    expect(await request({ type: 'selectPoint', id: 7, pointId: 'PL_1' })).toMatchObject(refusal);
    expect([picker.choice.chosen, sentOf('change')]).toEqual([null, []]);
  });
});
