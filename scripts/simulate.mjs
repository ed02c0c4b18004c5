/** `npm run simulate`: what a million shoppers an hour and ten million points need, from what `npm run bench` and `npm run soak` measured here; what is missing is measured first. `--shoppersAnHour 50000 --points 153600 …`. */
import { installPackages, runProgram } from './packages.mjs';

installPackages();
runProgram('tests/simulate/main.ts', process.env);
