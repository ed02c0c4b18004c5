/** `npm run edge`: copies the published network into build/ and checks Cloudflare's limits. Next: npx wrangler deploy. */
import { readEnvironment } from './environment.mjs';
import { EdgeLimitError, prepareEdge } from './prepare-edge.mjs';
import { giveUp, log } from './system.mjs';

try {
  const { SNAPSHOT_DIR = 'published/network' } = readEnvironment();
  for (const line of prepareEdge('build', SNAPSHOT_DIR)) log(line);
} catch (error) {
  if (!(error instanceof EdgeLimitError)) throw error;
  giveUp(error.message);
}
