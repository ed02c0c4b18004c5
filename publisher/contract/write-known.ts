import { writeFileSync } from 'node:fs';
import { describeKnown } from './platform-schemas.ts';

/** Writes `known.json`; run by hand after changing platform-schemas.ts: `node --import tsx publisher/contract/write-known.ts`. */
writeFileSync(new URL('./known.json', import.meta.url), `${JSON.stringify(describeKnown(), null, 2)}\n`);
