import { describe, expect, it } from 'vitest';
import { FRAME_MESSAGES, HOST_MESSAGES, readMessage, writeMessage } from '#contract/frame-message.ts';
import { FROM_FRAME, FROM_HOST, SPOILT_OPTIONS } from './protocol-messages.ts';

const EVERY = { ...FROM_FRAME, ...FROM_HOST };
const TABLES = { ...FRAME_MESSAGES, ...HOST_MESSAGES };

describe('Messages between shop and frame', () => {
  it('a message is read as written, including unknown fields', () => {
    const change = writeMessage({ type: 'change', source: 'button', point: { id: 'PL_A' } as never });
    expect(readMessage({ ...change, further: 1 }, FRAME_MESSAGES)).toEqual({ ...change, further: 1 });
  });

  it.each([
    ...Object.values(FROM_FRAME).map((message) => ['the frame', message, FRAME_MESSAGES] as const),
    ...Object.values(FROM_HOST).map((message) => ['the shop', message, HOST_MESSAGES] as const),
  ])('a message from %s is read: %j', (_from, message, table) => {
    expect(readMessage(message, table)).toEqual(message);
  });

  it.each(Object.values(EVERY).flatMap((message) => Object.keys(message).map((name) => [name, message])))(
    'a message with null for %s is ignored: %j',
    (name, message) => {
      expect(readMessage({ ...(message as object), [name as string]: null }, TABLES)).toBeNull();
    },
  );

  it.each(SPOILT_OPTIONS)('a message with an optional field of the wrong kind is ignored: %j', (message) => {
    expect(readMessage(message, TABLES)).toBeNull();
  });

  it('optional fields may be omitted', () => {
    const position = writeMessage({ type: 'changePosition', id: 1, latitude: 1, longitude: 2 });
    expect(readMessage(position, HOST_MESSAGES)).not.toBeNull();
    expect(readMessage(writeMessage({ type: 'change', source: 'undo' }), FRAME_MESSAGES)).not.toBeNull();
  });

  // HTML §9.3.2.
  it.each([
    ['a text', 'hello'],
    ['nothing', null],
    ['not even that', undefined],
    ['an array', []],
    ['somebody else’s', { type: 'hello', version: '1' }],
    ['of an unknown type', { droppoint: 1, type: 'dance' }],
    ['of a type every object has', { droppoint: 1, type: 'constructor' }],
    ['of no type', { droppoint: 1 }],
    ['without a field', { droppoint: 1, type: 'hello' }],
    ['with a field of another kind', { droppoint: 1, type: 'hello', version: 1 }],
    ['of a type that reads like one', { droppoint: 1, type: ['refresh'], id: 1 }],
    ['with a point that has no id', { droppoint: 1, type: 'select', id: 1, source: 'x', point: {} }],
    [
      'with alternatives that are no list',
      { droppoint: 1, type: 'invalid-selection', id: 'a', reason: 'gone', alternatives: {} },
    ],
    ['of the other direction', { droppoint: 1, type: 'init', nonce: 'n', config: {} }],
  ])('a message that is %s is ignored', (_, data) => {
    expect(readMessage(data, FRAME_MESSAGES)).toBeNull();
  });

  it('a message of another major version is recognized, whatever its form', () => {
    expect(readMessage({ droppoint: 2, anything: [] }, FRAME_MESSAGES)).toEqual({ type: 'unsupported' });
  });
});
