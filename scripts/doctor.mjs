/** `npm run doctor`: examines settings, token, clock, build, network, streets and disk of this machine. A release has its own. */
import { readEnvironment } from './environment.mjs';
import { installPackages, runProgram } from './packages.mjs';

installPackages();
runProgram('release/doctor/main.ts', readEnvironment());
