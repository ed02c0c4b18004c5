import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '../src/lib/contract/errors.ts';
import { startNode } from './node/start.ts';

/** Entry for Node: settings from the environment, the built site from `build/`, the log to standard output. */
const buildFolder = fileURLToPath(new URL('../build', import.meta.url));

try {
  if (!existsSync(buildFolder)) console.error('There is no build/ yet: pages come after "npx vite build".');
  const server = await startNode(process.env, buildFolder, (line) => console.log(JSON.stringify(line)));
  console.log(`Droppoint listens at http://localhost:${server.port}`);
  const stop = () => void server.close();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(`Droppoint can't start:\n${error.message}`);
  process.exitCode = 1;
}
