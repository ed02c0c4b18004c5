import { LIMITS, startServer } from '../../functions/node/start.ts';
import { reportUsage } from './report-usage.ts';

const { SERVED_PAGES = 'no pages', CONNECTION_LIMITS = '{}' } = process.env;
const limits = { ...LIMITS, ...(JSON.parse(CONNECTION_LIMITS) as Partial<typeof LIMITS>) };
const server = await startServer(process.env, SERVED_PAGES, () => undefined, limits);
reportUsage();
process.once('disconnect', () => void server.close().then(() => process.exit()));
process.send?.('ready');
