import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ASSUMED, REASONS } from './assumed.ts';
import { FIGURES, readFigures, type FigureName } from './figures.ts';
import type { Assumed } from './model.ts';
import { describeSimulation } from './report.ts';

/** `npm run simulate`: estimates a service of an assumed size from what was measured on this machine. */
const names = Object.keys(ASSUMED) as (keyof Assumed)[];
const assumed: Assumed = { ...ASSUMED, ...readAssumed() };

measureWhatIsMissing();
const figures = readFigures();
const missing = (Object.keys(FIGURES) as FigureName[]).filter((name) => figures[name] === undefined);
if (missing.length > 0) {
  const commands = [...new Set(missing.map((name) => FIGURES[name][2]))];
  console.log(
    `Not measured: ${missing.join(', ')}. What these need stands above; then:\n  ${commands.join('\n  ')}`,
  );
  process.exitCode = 1;
} else {
  console.log(describeSimulation(figures as Required<typeof figures>, assumed, REASONS));
}

/** Reads changed assumptions from the command line; prints the usage and exits if one is unknown or isn't a number. */
function readAssumed(): Partial<Assumed> {
  try {
    const { values } = parseArgs({
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    });
    const told = Object.entries(values).map(([name, value]) => [name, Number(value)] as const);
    const wrong = told.find(([, value]) => !(value >= 0 && value < Infinity));
    if (wrong !== undefined) throw new TypeError(`--${wrong[0]} takes a number.`);
    return Object.fromEntries(told);
  } catch (error) {
    console.error(
      `${(error as Error).message}\nEach takes a number: ${names.map((name) => `--${name}`).join(', ')}.`,
    );
    process.exit(2);
  }
}

/** Runs each command whose figures are missing, once. */
function measureWhatIsMissing(): void {
  const known = readFigures();
  const missing = (Object.keys(FIGURES) as FigureName[]).filter((name) => known[name] === undefined);
  for (const command of new Set(missing.map((name) => FIGURES[name][2]))) {
    console.log(`measuring: ${command}`);
    spawnSync(command, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}
