// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { openElement } from './open-element.ts';

const origin = 'https://points.example';

type Picker = Awaited<ReturnType<typeof openElement>>['element'];

afterEach(async () => {
  document.body.replaceChildren();
  // A removed element acts a microtask later.
  await Promise.resolve();
});

describe('what a page sets before the script has loaded', () => {
  it('properties set before the upgrade are applied to the element', async () => {
    const tag = `early-${String(Math.random()).slice(2)}`;
    document.body.innerHTML = `<${tag} required="false" with-details="false" city="Kielce"></${tag}>`;
    const early = document.querySelector(tag)!;
    const properties = { value: 'PL_A', disabled: false, country: ['PL', 'CZ'], config: { city: 'Gdańsk' } };
    Object.assign(early, { ...properties, filter: { types: ['APM'] }, messages: { change: 'Another one' } });
    await openElement({ origin }, {}, tag);
    const element = early as Picker;
    expect(element.config).toMatchObject({
      ...{ value: 'PL_A', country: 'PL,CZ', city: 'Gdańsk' },
      ...{ filter: { types: ['APM'] }, messages: { change: 'Another one' } },
    });
    // "false" is off, as frameworks write it.
    expect([element.required, element.disabled, element.withDetails]).toEqual([false, false, false]);
    element.setAttribute('remember', 'false');
    expect(element.remember).toBe(false);
  });

  it('`filter` and `messages` stay until they are set themselves, whatever `config` is', async () => {
    const { element } = await openElement({ origin, zoom: '14' });
    const read = () => [element.config.filter, element.config.messages?.['trigger'], element.config.zoom];
    element.filter = { types: ['APM'] };
    element.messages = { trigger: 'Where to?' };
    element.config = { zoom: 12 };
    expect(read()).toEqual([{ types: ['APM'] }, 'Where to?', 12]);
    element.config = { filter: { types: ['PUDO'] } };
    expect(read()).toEqual([{ types: ['PUDO'] }, 'Where to?', '14']);
    element.filter = null;
    expect(read()).toEqual([{}, 'Where to?', '14']);
  });
});
