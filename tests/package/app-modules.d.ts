/**
 * The parts of an app's packages that docs/in-an-app.md uses, as their documentations describe them:
 * the packages themselves are hundreds of megabytes.
 */

declare module 'react-native' {
  export const Linking: { openURL(url: string): Promise<unknown> };
}

declare module 'react-native-webview' {
  import type { Component } from 'react';

  export interface WebViewMessageEvent {
    readonly nativeEvent: { readonly data: string; readonly url: string };
  }

  export interface WebViewProps {
    source?: { uri: string; headers?: object } | { html: string; baseUrl?: string };
    originWhitelist?: string[];
    onMessage?: (event: WebViewMessageEvent) => void;
    /** Android. */
    geolocationEnabled?: boolean;
    /** iOS. */
    allowsBackForwardNavigationGestures?: boolean;
  }

  export class WebView extends Component<WebViewProps> {
    goBack(): void;
    injectJavaScript(script: string): void;
  }
}

declare module '@capacitor/app' {
  interface ListenerHandle {
    remove(): Promise<void>;
  }

  export const App: {
    addListener(
      eventName: 'backButton',
      listener: (event: { canGoBack: boolean }) => void,
    ): Promise<ListenerHandle>;
    exitApp(): Promise<void>;
  };
}
