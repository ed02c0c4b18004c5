import { parseUrl } from '#platform/parse-url.ts';
import * as z from 'zod/mini';
import { readFolders } from '#config/folders.ts';
import {
  parsed,
  readSettings,
  refuseProblems,
  setting,
  wholeNumber,
  type Environment,
} from '#config/setting.ts';

/** `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS. */
const redisAddress = parsed((written, refuse) => {
  const url = parseUrl(written);
  const isValid =
    url !== null &&
    /^rediss?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    /^(\/\d{0,3})?$/.test(url.pathname) &&
    url.search + url.hash === '';
  if (!isValid)
    refuse('must be an address like redis://user:password@redis.example:6379/0, or rediss:// for TLS');
  return written;
});

export const NODE_SETTINGS = {
  PORT: setting(wholeNumber(1, 65_535), 3000, {
    meaning: 'port on which Node listens; see 2',
    default: '3000',
    setForSandbox: true,
  }),
  HOST: setting(z.string(), undefined, {
    meaning: 'address on which Node listens: `0.0.0.0` for all, as in a container; see 2',
    default: 'loopback',
    example: '0.0.0.0',
  }),
  // Off by default: metrics are for the operator only.
  METRICS_PORT: setting(wholeNumber(1, 65_535), 0, {
    meaning: 'port on which Node serves metrics for Prometheus at `/metrics`; see 7',
    default: 'off',
    example: '9464',
  }),
  REDIS_URL: setting(redisAddress, null, {
    meaning:
      'Redis or Valkey that several nodes share: `redis://user:password@host:6379/0`, or `rediss://` for TLS; see 2',
    example: 'redis://redis.example:6379',
  }),
};

/** Reads Node's settings: ports, host, Redis, and the folders of published data. @throws AppError `settings_invalid` */
export function readNodeSettings(environment: Environment) {
  const problems: string[] = [];
  const values = readSettings(NODE_SETTINGS, environment, problems);
  const { PORT: port, METRICS_PORT: metricsPort, REDIS_URL: redisUrl, HOST: host } = values;
  // An invalid port is read as the default one.
  const isPort = !problems.some((problem) => problem.startsWith('PORT '));
  if (isPort && metricsPort === port) problems.push('METRICS_PORT must differ from PORT.');
  refuseProblems(problems);
  return { port, metricsPort, redisUrl, host, ...readFolders(environment) };
}
