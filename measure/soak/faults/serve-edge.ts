import { unstable_startWorker } from 'wrangler';

/** Runs the worker of `EDGE_CONFIG` in workerd at `EDGE_PORT`, like `wrangler dev`, but without its services for developers. */
const starting = unstable_startWorker({
  config: process.env['EDGE_CONFIG']!,
  dev: {
    server: { hostname: '127.0.0.1', port: Number(process.env['EDGE_PORT']) },
    inspector: false,
    watch: false,
    liveReload: false,
    logLevel: 'warn',
  },
});
let dispose = () => Promise.resolve();
process.once('SIGTERM', () => void dispose().then(() => process.exit()));
const worker = await starting;
dispose = () => worker.dispose();
