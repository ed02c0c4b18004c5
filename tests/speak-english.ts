import { speak, speakOn } from '../src/lib/i18n/messages.ts';

await speak('en');
await speakOn();
