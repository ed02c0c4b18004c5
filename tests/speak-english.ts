import { speak } from '../src/lib/i18n/messages.ts';

await speak('en');
