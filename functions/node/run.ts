import { existsSync } from 'node:fs';
import { AppError } from '../../src/lib/contract/errors.ts';
import { startNode } from './start.ts';

/** Runs the function until it is told to stop: settings from the environment, the log to standard output. */
export async function runNode(buildFolder: string): Promise<void> {
  try {
    if (!existsSync(buildFolder))
      console.error(`There is no ${buildFolder} yet: pages come after "npx vite build".`);
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
}
