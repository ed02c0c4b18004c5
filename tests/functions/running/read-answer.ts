import { expect } from 'vitest';
import { waitFor } from '../../wait-for.ts';
import type { Running } from './start-running.ts';

export const REQUEST_ID = /^[0-9a-f-]{36}$/;

export const readJson = ({ body }: { body: Buffer }) => JSON.parse(String(body)) as Record<string, unknown>;

/** Headers that browsers and our own pages send. */
export const ownPage = ({ origin }: Running) => ({
  origin,
  'sec-fetch-site': 'same-origin',
  'x-requested-with': 'droppoint',
});

/** The log, once it has a line of this route: wrangler passes lines on a little later. */
export const readLogOf = ({ readLog }: Running, route: string) =>
  waitFor(() => {
    const log = readLog();
    expect(log).toContain(`"${route}"`);
    return log;
  });
