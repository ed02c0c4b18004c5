/** `npm run edge`: puts the published network into build/ for Workers, and tells whether its files are within Cloudflare's limits. Then: npx wrangler deploy. */
import { readEnvironment } from './environment.mjs';
import { EdgeLimitError, prepareEdge } from './prepare-edge.mjs';
import { giveUp, say } from './system.mjs';

try {
  const { SNAPSHOT_DIR = 'published/network' } = readEnvironment();
  for (const line of prepareEdge('build', SNAPSHOT_DIR)) say(line);
} catch (error) {
  if (!(error instanceof EdgeLimitError)) throw error;
  giveUp(error.message);
}
