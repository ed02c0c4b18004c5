import { startServer } from '../../functions/node/start.ts';

/** `tsx serve-cold.ts SITE`: serves the site of the cold part with the product's own server; settings come from the environment. */
const [site] = process.argv.slice(2);
if (site === undefined) throw new TypeError('Name the folder of the site.');
const server = await startServer(process.env, site, () => undefined);
process.once('SIGTERM', () => void server.close());
