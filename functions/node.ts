import { fileURLToPath } from 'node:url';
import { runServer } from './node/start.ts';

/** Entry for Node, run from the sources: serves the built site in `build/`. */
await runServer(fileURLToPath(new URL('../build', import.meta.url)));
