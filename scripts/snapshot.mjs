/**
 * `npm run snapshot`: compiles the platform's list of points into static files; on the embedded sandbox where SANDBOX_PORT is set.
 * `-- --list` and `-- --rollback` look at what is published, without the platform.
 */
import { runPublisher } from './run-publisher.mjs';

const parameters = process.argv.slice(2);
await runPublisher(
  'publisher/main.ts',
  parameters,
  !parameters.some((parameter) => ['--list', '--rollback'].includes(parameter)),
);
