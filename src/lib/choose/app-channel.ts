/** A page's window with the bridges that apps add to it. */
export interface AppWindow {
  /** React Native's WebView. */
  ReactNativeWebView?: { postMessage(text: string): void };
  /**
   * The app's own: Android's `addWebMessageListener` and `addJavascriptInterface`, and the channels of
   * Flutter's webview_flutter.
   */
  droppoint?: { postMessage?(text: string): void };
  /** WKWebView's handlers. */
  webkit?: { messageHandlers?: Readonly<Record<string, { postMessage(message: unknown): void }>> };
  /** Flutter's InAppWebView, whose function is there a moment later than its object. */
  flutter_inappwebview?: { callHandler?(name: string, message: unknown): unknown };
  /** The in-app browser of Capacitor (@capgo/inappbrowser). */
  mobileApp?: { postMessage(message: { detail: unknown }): void };
}

/** The name of the handler, interface or channel that an app adds for this page. */
const NAME = 'droppoint';

/** A message: plain data. */
type Message = object;

/**
 * Finds the way to the app around the page: as texts where a bridge takes only those, otherwise as objects.
 * @returns null if there is none, or none yet
 */
export function findAppChannel(view: AppWindow): ((message: Message) => void) | null {
  const { ReactNativeWebView, droppoint, webkit, flutter_inappwebview: flutter, mobileApp } = view;
  if (ReactNativeWebView !== undefined)
    return (message) => ReactNativeWebView.postMessage(JSON.stringify(message));
  // Before WKWebView's: there, Flutter's channel is the same handler, and takes texts.
  if (typeof droppoint?.postMessage === 'function')
    return (message) => droppoint.postMessage!(JSON.stringify(message));
  if (typeof flutter?.callHandler === 'function')
    return (message) => void flutter.callHandler!(NAME, message);
  const handler = webkit?.messageHandlers?.[NAME];
  if (handler !== undefined) return (message) => handler.postMessage(message);
  return mobileApp === undefined ? null : (message) => mobileApp.postMessage({ detail: message });
}

/** InAppWebView reports with this event that `callHandler` can be used; others add their bridge until `load`. */
const MOMENTS = ['flutterInAppWebViewPlatformReady', 'load'];

/**
 * Creates the sender to the app. Messages wait until there is a bridge, because some apps add theirs only
 * when the page has loaded.
 */
export function createAppSender(view: AppWindow & Pick<Window, 'addEventListener'>) {
  const waiting: Message[] = [];
  let channel: ((message: Message) => void) | null = null;
  const flush = () => {
    channel ??= findAppChannel(view);
    if (channel !== null) for (const message of waiting.splice(0)) channel(message);
  };
  for (const moment of MOMENTS) view.addEventListener(moment, flush);
  return {
    /** @returns whether the message was sent, not only kept */
    send(message: Message): boolean {
      waiting.push(message);
      flush();
      return channel !== null;
    },
  };
}
