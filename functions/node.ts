import { fileURLToPath } from 'node:url';
import { runNode } from './node/start.ts';

/** Entry for Node, run from the sources: serves the built site in `build/`. */
await runNode(fileURLToPath(new URL('../build', import.meta.url)));
