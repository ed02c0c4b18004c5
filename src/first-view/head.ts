import { preloadLanguage } from './preload-language.ts';

/** Runs in the page's head, before the first paint: requests what the first view needs while the app's code is loading. */
preloadLanguage();
