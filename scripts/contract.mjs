/** `npm run contract`: compares what the platform answers with what is known of it; on the embedded sandbox where SANDBOX_PORT is set. */
import { runPublisher } from './run-publisher.mjs';

await runPublisher('publisher/contract/main.ts', process.argv.slice(2), true);
