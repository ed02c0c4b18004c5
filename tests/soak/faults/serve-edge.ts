import { unstable_startWorker } from 'wrangler';

/** workerd with the worker that `EDGE_CONFIG` describes, at `EDGE_PORT`: as `wrangler dev` runs it, but for what serves a developer. */
const worker = await unstable_startWorker({
  config: process.env['EDGE_CONFIG']!,
  dev: {
    server: { hostname: '127.0.0.1', port: Number(process.env['EDGE_PORT']) },
    inspector: false,
    watch: false,
    liveReload: false,
    logLevel: 'warn',
  },
});
process.once('SIGTERM', () => void worker.dispose().then(() => process.exit()));
