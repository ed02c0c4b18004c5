import { parseSettings } from '../../functions/config.ts';
import { TEMPORARY_ERRORS } from '../../functions/http/refusal.ts';
import { createAppToken } from '#platform/app-token.ts';
import { createTokenEndpoint } from '#platform/token-endpoint.ts';
import { explainSnapshotFailure } from '../../publisher/explain-failure.ts';
import { createClockWatch } from '../../publisher/platform-fetch.ts';
import { AppError } from '#platform/errors.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';

/** With a larger difference, tokens may seem expired and the computed age of the network is wrong. */
const MAX_SKEW_MS = 30_000;

/**
 * Requests the application's token from the platform, and compares its clock. The settings must be valid. A platform that can't be
 * reached is a warning, as for `/api/ready`: a node serves the published network without it.
 */
export async function examinePlatform({ environment, fetch, now }: Machine): Promise<Finding[]> {
  const settings = parseSettings(environment);
  const clock = createClockWatch(now);
  const endpoint = createTokenEndpoint(settings, clock.watch(fetch), now, crypto.randomUUID());
  const token = await createAppToken(settings.pointsScope, now)
    .asBearer(endpoint)
    .read()
    .then(() => findingOf('token').ok(`for ${settings.pointsScope}`))
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const state = TEMPORARY_ERRORS.has(error.code) ? 'warning' : 'failed';
      return findingOf('token')[state](explainSnapshotFailure(error) ?? error.message);
    });
  return [token, examineClock(clock.skewMs())];
}

function examineClock(skewMs: number | null): Finding {
  const { ok, warning, failed } = findingOf('clock');
  if (skewMs === null) return warning('the platform sent no time to compare with.');
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const side = skewMs > 0 ? 'ahead of' : 'behind';
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return ok(`${seconds} s ${side} the platform's`);
  return failed(`this machine's clock is ${seconds} s ${side} the platform's: set it by NTP.`);
}
