import { describe, expect, it } from 'vitest';
import { PROTOCOL_VERSION } from '#contract/frame-message.ts';
import { readHostOrigin } from '#contract/host-origin.ts';
import { isSeenAction } from '../../src/lib/embed/host-link.ts';
import { HOST, INIT, openHostLink } from '../unit/embed/open-host-link.ts';

describe('Conversation with the frame', () => {
  // HTML §9.3.2.
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that ours begins with', { origin: `${HOST}.evil.example` }],
    ['no origin', { origin: 'null' }],
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['no port', { ports: [] }],
    ['no message of the protocol', { data: { type: 'init', nonce: 'n', config: {} } }],
    ['a broken message', { data: { ...INIT, nonce: 1 } }],
    ['a type with a text of its own', { data: { droppoint: 1, type: { toString: 0, valueOf: 0 } } }],
    ['another version', { data: { ...INIT, droppoint: PROTOCOL_VERSION + 1 } }],
  ])('no conversation begins for %s', (_what, changes) => {
    const { oninit, arrive } = openHostLink();
    arrive(changes);
    expect(oninit).not.toHaveBeenCalled();
    arrive();
    expect(oninit).toHaveBeenCalledOnce();
  });

  it('the frame has one conversation, and ignores a second host', () => {
    const { oninit, arrive } = openHostLink();
    arrive();
    arrive();
    expect(oninit).toHaveBeenCalledOnce();
  });

  it.each([
    'https://shop.example',
    'http://127.0.0.1:3005',
    'https://xn--mnchen-3ya.example',
    'capacitor://localhost',
    'ionic://localhost',
  ])('%s is recognised as a shop’s origin, anywhere in the fragment', (claimed) => {
    expect(readHostOrigin(`#origin=${encodeURIComponent(claimed)}`)).toBe(claimed);
    expect(readHostOrigin(`#further=1&origin=${claimed}`)).toBe(claimed);
  });

  it.each(['', '#', '#further=1', '#https://shop.example', 'origin=https://shop.example#'])(
    'no shop’s origin is found in the fragment "%s"',
    (fragment) => {
      expect(readHostOrigin(fragment)).toBeNull();
    },
  );

  it.each([
    ...['*', 'null', 'javascript:alert(1)', 'https://shop.example/', 'https://SHOP.example', 'file://'],
    ...['//shop.example', 'https://shop.example:443', 'https://broker@shop.example', 'ftp://shop.example'],
    ...[
      'wss://shop.example',
      'capacitor://localhost/',
      'myapp://localhost',
      'blob:https://shop.example',
      'https://shop.example https://shop.example',
      '',
    ],
  ])('%j is not accepted as a shop’s origin', (claimed) => {
    expect(readHostOrigin(`#origin=${encodeURIComponent(claimed)}`)).toBeNull();
  });
});

describe('Choice in a frame', () => {
  const view = (changes: {
    isActive?: boolean;
    visibilityState?: string;
    innerWidth?: number;
    innerHeight?: number;
  }) => {
    const { isActive = true, visibilityState = 'visible', innerWidth = 400, innerHeight = 600 } = changes;
    return {
      navigator: { userActivation: { isActive } },
      document: { visibilityState },
      innerWidth,
      innerHeight,
    } as unknown as Window;
  };

  it('a choice counts if a person sees the picker and presses', () => {
    expect(isSeenAction(view({}))).toBe(true);
    expect(isSeenAction(view({ innerWidth: 160, innerHeight: 160 }))).toBe(true);
  });

  it('a choice counts in browsers that don’t report whether a person presses', () => {
    expect(isSeenAction({ ...view({}), navigator: {} } as unknown as Window)).toBe(true);
  });

  // RFC 9700 §4.16.
  // Proves: security/real-press.
  it.each([
    ['without a press', { isActive: false }],
    ['in a page behind others', { visibilityState: 'hidden' }],
    ['in a frame one pixel wide', { innerWidth: 1 }],
    ['in a frame too small to read', { innerWidth: 159 }],
    ['in a frame one pixel high', { innerHeight: 1 }],
  ])('a choice doesn’t count %s', (_what, changes) => {
    expect(isSeenAction(view(changes))).toBe(false);
  });
});
