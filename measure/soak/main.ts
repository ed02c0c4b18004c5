import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findBusy, watchMachine } from '../busy.ts';
import { soakAbsent } from './absent.ts';
import { soakAddresses } from './addresses.ts';
import { soakFaults } from './faults/walk.ts';
import { soakFiles } from './files.ts';
import { soakFront } from './front.ts';
import { soakNearest } from './nearest.ts';
import { soakParcels } from './parcels.ts';
import { soakPoints } from './points.ts';
import { exitCodeOf, judge, writeRows } from './table.ts';
import { soakSending } from './sending.ts';
import { soakTokens } from './tokens.ts';

/** `npm run soak`: tests the function under steady load and under faults. */
const { values } = parseArgs({
  options: {
    /** Sends refusals for ten seconds instead of sixty, and makes the faults shorter. */
    quick: { type: 'boolean', default: false },
    /** Runs one part only: `tokens`, `absent`, `files`, `points`, `nearest`, `addresses`, `parcels`, `sending`, `front` or `faults`. */
    only: { type: 'string' },
    /** Part of the names of the faults to try. */
    fault: { type: 'string' },
    /** Folder of a published network, used instead of a generated one with 153,600 points. */
    network: { type: 'string' },
  },
});
const parts: Readonly<Record<string, () => ReturnType<typeof soakTokens>>> = {
  tokens: () => soakTokens(values.quick ? 10 : 60),
  absent: () => soakAbsent(values.quick),
  files: () => soakFiles(values.network),
  points: () => soakPoints(values.network),
  nearest: () => soakNearest(values.network),
  addresses: () => soakAddresses(values.network),
  parcels: soakParcels,
  sending: soakSending,
  front: () => soakFront(values.network),
  faults: () => soakFaults(values.quick, process.env['SOAK_OWN_MOUNTS'] === 'yes', values.fault),
};

console.log(`\non Node ${process.version}, ${availableParallelism()} processors`);
const busyBefore = await findBusy();
if (busyBefore !== null) console.log(`The machine is busy: ${busyBefore}. Missed times will not be judged.`);
const verdicts: ReturnType<typeof judge>[] = [];
for (const [name, run] of Object.entries(parts)) {
  if (values.only !== undefined && values.only !== name) continue;
  const watch = watchMachine();
  const rows = await run();
  const busy = watch();
  console.log(`\n${name}\n${writeRows(rows, busy)}`);
  verdicts.push(...rows.map((row) => judge(row, busy !== null)));
}
process.exitCode = exitCodeOf(verdicts);
if (verdicts.includes('unjudged'))
  console.log('\nNot judged: machine busy. Run this again when nothing else needs its processors.');
