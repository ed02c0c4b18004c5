import { askForLanguage } from './language.ts';
import { askAhead } from './ask-ahead.ts';

/** Runs in the page's head, before anything of it is seen: asks for what the first view needs while the app's code is on its way. */
askForLanguage();
if (/^\/(embed)?$/.test(location.pathname)) askAhead();
