import { showFirstPaint } from './first-paint.ts';

/** Runs behind the search field that stands in the page, before the app's code is there. */
const theme = new URLSearchParams(location.hash.slice(1)).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
const standsAlone = location.pathname !== '/' && parent === window;
const field = document.getElementById('first-paint');
if (field !== null && !standsAlone) showFirstPaint(field);
