import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRAME_MESSAGES, HOST_MESSAGES, readMessage } from '#contract/frame-message.ts';
import { readPickerConfig } from '#contract/picker-config.ts';
import { hostileValues, oneOf, spoil } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const CONFIG = {
  country: ['PL'],
  excludeIds: ['PL_B'],
  language: 'pl',
  theme: 'dark',
  latitude: 52,
  longitude: 21,
  zoom: 12,
  look: { colorPrimary: '#123456' },
};
const point = { id: 'PL_A', coordinates: { latitude: 52, longitude: 21 } };

/** Valid messages of both sides, to be corrupted. */
const SOUND = [
  { droppoint: 1, type: 'hello', version: '1' },
  { droppoint: 1, type: 'select', id: 1, point, source: 'map' },
  { droppoint: 1, type: 'init', nonce: 'n', config: CONFIG },
  { droppoint: 1, type: 'verdict', id: 1, accepted: true },
  { droppoint: 1, type: 'invalid-selection', id: 'PL_A', reason: 'gone', alternatives: [point] },
];

describe('Fuzzing: messages between a shop and the picker', PATIENCE, () => {
  // HTML §9.3.2.
  it.each([
    ['host', HOST_MESSAGES],
    ['frame', FRAME_MESSAGES],
  ])('hostile messages are ignored by the %s’s reader unless they are complete', async (side, table) => {
    const messages = oneOf([5, fc.constantFrom(...SOUND).chain((sound) => spoil(sound))], [1, hostileValues]);
    let read = 0;
    await sendThrough(`messages of the ${side}`, messages, (text) => {
      const message = readMessage(JSON.parse(text), table);
      if (message === null || message.type === 'unsupported') return;
      read++;
      expect(Object.keys(table)).toContain(message.type);
      for (const field of String(table[message.type as keyof typeof table]).split(' ')) {
        const [name = '', kind] = field.split(':');
        const value = (message as unknown as Record<string, unknown>)[name];
        if (kind === 'string' || kind === 'number' || kind === 'boolean') expect(typeof value).toBe(kind);
      }
    });
    expect(read).toBeGreaterThan(INPUTS / 100);
  });

  it('hostile settings leave the picker with the valid ones', async () => {
    const many = fc
      .tuple(fc.integer({ min: 0, max: 5_000 }), fc.constantFrom('PL_A', '', ' ', 'ä,b', '__proto__'))
      .map(([count, id]) => new Array<string>(count).fill(id));
    const configs = oneOf(
      [6, spoil(CONFIG)],
      [2, hostileValues],
      [1, many.map((ids) => JSON.stringify({ ...CONFIG, excludeIds: ids, country: ids.join() }))],
    );
    await sendThrough('settings of the picker', configs, (text) => {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null) return;
      const { config, problems } = readPickerConfig(value);
      for (const ids of [config.excludeIds ?? [], config.countries ?? []])
        expect(ids.filter((id) => typeof id !== 'string' || id.trim() === '')).toEqual([]);
      expect(problems.join()).not.toContain('globalThis');
    });
  });
});
