import { fileURLToPath } from 'node:url';
import { runNode } from './node/start.ts';

/** Entry for Node, from the sources: the built site comes from `build/`. */
await runNode(fileURLToPath(new URL('../build', import.meta.url)));
