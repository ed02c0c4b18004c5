import { writeFileSync } from 'node:fs';
import { describeKnown } from './platform-schemas.ts';

/** Run by hand after a change of what is known: `node --import tsx publisher/contract/write-known.ts`. */
writeFileSync(new URL('./known.json', import.meta.url), `${JSON.stringify(describeKnown(), null, 2)}\n`);
