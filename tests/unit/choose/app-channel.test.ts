import { expect, it } from 'vitest';
import { createAppSender, findAppChannel, type AppWindow } from '../../../src/lib/choose/app-channel.ts';
import { offerCalls, setInsets } from '../../../src/lib/choose/app-calls.ts';

const MESSAGE = { droppoint: 1, type: 'cancel' };
const TEXT = JSON.stringify(MESSAGE);

/** A window with a bridge, which records what arrives. */
function makeWindow(bridge: (take: (...message: unknown[]) => void) => AppWindow) {
  const received: unknown[] = [];
  return { received, view: bridge((...message) => void received.push(...message)) };
}

it.each<[string, (take: (...message: unknown[]) => void) => AppWindow, unknown[]]>([
  ['React Native', (take) => ({ ReactNativeWebView: { postMessage: take } }), [TEXT]],
  ['WKWebView', (take) => ({ webkit: { messageHandlers: { droppoint: { postMessage: take } } } }), [MESSAGE]],
  ['Android’s WebView', (take) => ({ droppoint: { postMessage: take } }), [TEXT]],
  ['InAppWebView', (take) => ({ flutter_inappwebview: { callHandler: take } }), ['droppoint', MESSAGE]],
  ['Capacitor’s in-app browser', (take) => ({ mobileApp: { postMessage: take } }), [{ detail: MESSAGE }]],
  [
    'webview_flutter on iOS, whose channel is a handler too',
    (take) => ({
      droppoint: { postMessage: take },
      webkit: { messageHandlers: { droppoint: { postMessage: () => take('wrong') } } },
    }),
    [TEXT],
  ],
])('messages reach the app by %s, in the form that its bridge takes', (_app, bridge, expected) => {
  const { view, received } = makeWindow(bridge);
  findAppChannel(view)?.(MESSAGE);
  expect(received).toEqual(expected);
});

it('an ordinary browser has no way to an app, whatever else is in its window', () => {
  expect(findAppChannel({})).toBeNull();
  expect(findAppChannel({ webkit: { messageHandlers: { other: { postMessage() {} } } } })).toBeNull();
  expect(findAppChannel({ webkit: {}, droppoint: {}, flutter_inappwebview: {} })).toBeNull();
});

it('messages wait, in order, for a bridge that is added when the page has loaded', () => {
  const received: unknown[] = [];
  const view: AppWindow & EventTarget = new EventTarget();
  const sender = createAppSender(view as AppWindow & Window);
  expect([sender.send({ type: 'ready' }), sender.send(MESSAGE)]).toEqual([false, false]);
  view.flutter_inappwebview = { callHandler: (_, message) => received.push(message) };
  view.dispatchEvent(new Event('flutterInAppWebViewPlatformReady'));
  expect(received).toEqual([{ type: 'ready' }, MESSAGE]);
  expect(sender.send({ type: 'again' })).toBe(true);
  expect(received).toHaveLength(3);
});

it('the page’s calls are beside an interface of the same name, which still reaches the app', () => {
  const received: string[] = [];
  const native = { postMessage: (text: string) => void received.push(text) };
  const view: AppWindow = { droppoint: native };
  const send = findAppChannel(view);
  const calls = { configure() {}, back: () => true, locate() {}, insets() {}, answer() {} };
  offerCalls(view, calls);
  view.droppoint?.postMessage?.('a');
  send?.(MESSAGE);
  expect(received).toEqual(['a', TEXT]);
  expect((view.droppoint as unknown as typeof calls).back()).toBe(true);
});

it('the app’s edges replace the device’s; others, and unlikely ones, stay as they are', () => {
  const set: [string, string][] = [];
  const setProperty = (name: string, value: string | null) => void set.push([name, value!]);
  setInsets({ setProperty }, { top: 47, bottom: 0, left: -1, right: Infinity });
  setInsets({ setProperty }, { top: '9px', left: 201 });
  expect(set).toEqual([
    ['--dp-inset-top', '47px'],
    ['--dp-inset-bottom', '0px'],
  ]);
});
