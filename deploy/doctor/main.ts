import { examineHere } from './examine.ts';

/** `npm run doctor`, and `node droppoint.mjs doctor` of a release: exit code 1 if the node shouldn't take traffic. */
if ((await examineHere(console.log)).length > 0) process.exitCode = 1;
