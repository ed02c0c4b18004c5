import { unstable_startWorker } from 'wrangler';

/** workerd with the worker of `EDGE_CONFIG`, at `EDGE_PORT`: as `wrangler dev` runs it, without its services for developers. */
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
