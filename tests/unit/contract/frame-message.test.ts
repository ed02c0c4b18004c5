import { describe, expect, it } from 'vitest';
import {
  FRAME_MESSAGES,
  HOST_MESSAGES,
  readMessage,
  writeMessage,
} from '../../../src/lib/contract/frame-message.ts';

describe('a message between shop and frame', () => {
  it('is read as it was written, with fields this version does not know', () => {
    const change = writeMessage({ type: 'change', source: 'button', point: { id: 'PL_A' } as never });
    expect(readMessage({ ...change, further: 1 }, FRAME_MESSAGES)).toEqual({ ...change, further: 1 });
  });

  it('may leave out what is optional', () => {
    expect(
      readMessage(writeMessage({ type: 'changePosition', id: 1, latitude: 1, longitude: 2 }), HOST_MESSAGES),
    ).not.toBeNull();
    expect(readMessage(writeMessage({ type: 'change', source: 'undo' }), FRAME_MESSAGES)).not.toBeNull();
  });

  it.each([
    ['a text', 'hello'],
    ['nothing', null],
    ['an array', []],
    ['somebody else’s', { type: 'hello', version: '1' }],
    ['of an unknown type', { droppoint: 1, type: 'dance' }],
    ['of a type every object has', { droppoint: 1, type: 'constructor' }],
    ['of no type', { droppoint: 1 }],
    ['without a field', { droppoint: 1, type: 'hello' }],
    ['with a field of another kind', { droppoint: 1, type: 'hello', version: 1 }],
    ['with a point that has no id', { droppoint: 1, type: 'select', id: 1, source: 'x', point: {} }],
    [
      'with alternatives that are no list',
      { droppoint: 1, type: 'invalid-selection', id: 'a', reason: 'gone', alternatives: {} },
    ],
    ['with a null for an optional field', { droppoint: 1, type: 'change', source: 'x', point: null }],
    ['of the other direction', { droppoint: 1, type: 'init', nonce: 'n', config: {} }],
  ])('is ignored when it is %s (security case 80)', (_, data) => {
    expect(readMessage(data, FRAME_MESSAGES)).toBeNull();
  });

  it('of another major version is told apart, whatever its form', () => {
    expect(readMessage({ droppoint: 2, anything: [] }, FRAME_MESSAGES)).toEqual({ type: 'unsupported' });
  });
});
