/** `npm run streets -- FILE.pmtiles`: takes an archive of streets over into `published/streets`. */
import { readEnvironment } from './environment.mjs';
import { installPackages, runProgram } from './packages.mjs';

installPackages();
runProgram('streets/main.ts', readEnvironment());
