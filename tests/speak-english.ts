import { setLanguage, loadLaterMessages } from '../src/lib/i18n/messages.ts';

await setLanguage('en');
await loadLaterMessages();
