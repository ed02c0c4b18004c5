import { describe, expect, it } from 'vitest';
import { MAX_PARCELS } from '#contract/parcel-number.ts';
import { publicParcelSchema, publicParcelsSchema } from '#contract/public-parcel.ts';
import { createRequestCounter, RATE_LIMITS } from '../../../functions/http/rate-limits.ts';
import { BASE, answerJson, answerToken, errorOf, startHarness, type HarnessOptions } from '../harness.ts';

const number = (serial: number) => `69000000000010000000${String(serial).padStart(4, '0')}`;
const tracked = (...serials: number[]) => ({
  parcels: serials.map((serial) => ({
    trackingNumber: number(serial),
    events: [{ eventTimestamp: '2026-01-05T08:00:00+01:00', eventCode: 'MMD.1001' }],
  })),
});
/** A platform that knows all numbers except those that end with 9. */
const start = (options: HarnessOptions = {}) => {
  const harness = startHarness({
    token: [() => answerToken({ scope: 'api:tracking:read' })],
    api: [() => answerJson(cached())],
    ...options,
  });
  /** The platform's answer to the latest call. */
  const cached = () => {
    const requested = new URL(harness.calls.at(-1)!.url).searchParams.getAll('trackingNumbers');
    return tracked(...requested.filter((each) => !each.endsWith('9')).map((each) => Number(each.slice(-4))));
  };
  const requested = () =>
    harness.calls
      .filter(({ url }) => url.startsWith(BASE))
      .map(({ url }) =>
        new URL(url).searchParams.getAll('trackingNumbers').map((each) => Number(each.slice(-4))),
      );
  const read = async (serial: number) =>
    publicParcelSchema.parse(await (await harness.request(`/api/parcels/${number(serial)}`)).json());
  const readAll = async (...numbers: string[]) =>
    publicParcelsSchema.parse(
      await (await harness.request(`/api/parcels?numbers=${numbers.join(',')}`)).json(),
    ).parcels;
  return { ...harness, requested, read, readAll };
};

describe('GET /api/parcels/{number}', () => {
  it('a parcel is read with the application’s own token, whose scope is tracking only', async () => {
    const { request, calls, tokenForms } = start();
    const answer = await request(`/api/parcels/${number(1)}`, {
      headers: { cookie: 'a=b', authorization: 'Bearer x' },
    });
    expect(publicParcelSchema.parse(await answer.json())).toMatchObject({
      ...{ number: number(1), status: 'found', state: 'on_its_way', checkedAt: '2026-01-05T08:00:00.000Z' },
    });
    expect(tokenForms().map((form) => [form.get('grant_type'), form.get('scope')])).toEqual([
      ['client_credentials', 'api:tracking:read'],
    ]);
    const { url, headers } = calls.at(-1)!;
    expect(url).toBe(`${BASE}/tracking/v1/parcels?trackingNumbers=${number(1)}`);
    expect([headers.get('authorization'), headers.get('cookie')]).toEqual(['Bearer access-1', null]);
  });

  it('an answer is cached for a minute, and in the browser for the rest of it', async () => {
    const { request, requested, clock } = start();
    const ageOf = async () => (await request(`/api/parcels/${number(1)}`)).headers.get('cache-control');
    expect(await ageOf()).toBe('private, max-age=60');
    clock.nowMs += 59_500;
    expect([await ageOf(), requested().length]).toEqual(['private, max-age=1', 1]);
    clock.nowMs += 500;
    expect([await ageOf(), requested().length]).toEqual(['private, max-age=60', 2]);
    // Another parcel has its own time.
    await request(`/api/parcels/${number(2)}`);
    expect(requested()).toEqual([[1], [1], [2]]);
  });

  it('an unknown number is answered as unknown, and cached too', async () => {
    const { read, requested } = start();
    const none = {
      state: null,
      since: null,
      nextStep: null,
      isReturn: null,
      destination: null,
      events: [],
      leftOut: 0,
    };
    for (const _ of [1, 2])
      expect(await read(9)).toEqual({
        ...{ number: number(9), status: 'unknown', checkedAt: '2026-01-05T08:00:00.000Z' },
        ...none,
      });
    expect(requested()).toEqual([[9]]);
  });

  it.each([
    ['not found', 404, 'unknown'],
    ['gone', 410, 'gone'],
  ])('a number that the platform calls %s is answered as that', async (_, status, described) => {
    expect(await start({ api: [() => answerJson({}, status)] }).read(1)).toMatchObject({ status: described });
  });

  it.each([
    'x'.repeat(41),
    '1234567',
    `${number(1)}%0a`,
    `${number(1)}%20`,
    '..%2F..%2Flocation',
    '12345678%3Fa=b',
    '%00%00%00%00%00%00%00%00',
    '١٢٣٤٥٦٧٨',
    "12345678'--",
    '%3Cscript%3E',
    '%F0%9F%98%80'.repeat(3),
    '1234567%FF',
  ])('the number %s is refused without a look-up, and the message names the parameter', async (hostile) => {
    const { request, calls } = start();
    const answer = await request(`/api/parcels/${hostile}`);
    const { error, message } = (await answer.json()) as Record<string, string>;
    expect([answer.status, error]).toEqual([400, 'invalid_request']);
    expect(message).toMatch(/^number must be 8 to 40 letters and digits/);
    expect(calls).toEqual([]);
  });
});

describe('GET /api/parcels?numbers=…', () => {
  it('numbers are requested ten at a time, each once, and only if they aren’t cached', async () => {
    const { read, readAll, requested } = start();
    await read(3);
    const serials = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 1, 2];
    const described = await readAll(...serials.map(number));
    expect(described.map((parcel) => parcel.number)).toEqual(serials.map(number));
    expect(described.every(({ status }) => status === 'found')).toBe(true);
    expect(requested()).toEqual([[3], [1, 2, 4, 5, 6, 7, 8, 10, 11, 12], [13]]);
  });

  it('invalid and unknown numbers may be among the others', async () => {
    const { readAll, requested } = start();
    const described = await readAll(number(1), 'short', number(9), '%3Cb%3E', number(2));
    expect(described.map((parcel) => [parcel.number, parcel.status])).toEqual([
      [number(1), 'found'],
      ['short', 'invalid'],
      [number(9), 'unknown'],
      ['<b>', 'invalid'],
      [number(2), 'found'],
    ]);
    expect(requested()).toEqual([[1, 9, 2]]);
  });

  it.each([
    ['malformed', () => answerJson({ parcels: [...tracked(1).parcels, { trackingNumber: 5 }] })],
    ['refused', () => answerJson({}, 422)],
  ])(
    'numbers of which one causes the answer %s are requested one by one, and the others are answered',
    async (_, broken) => {
      const { readAll, requested } = start({
        api: [broken, () => answerJson(tracked(1)), broken, () => answerJson(tracked(3))],
      });
      const described = await readAll(number(1), number(2), number(3));
      expect(described.map(({ status }) => status)).toEqual(['found', 'unavailable', 'found']);
      expect(requested()).toEqual([[1, 2, 3], [1], [2], [3]]);
    },
  );

  it('while the platform is down, cached parcels are answered; without any, the answer says when to retry', async () => {
    const { request, read, readAll } = start({
      api: [() => answerJson(tracked(1)), () => answerJson({}, 503)],
    });
    await read(1);
    expect((await readAll(number(1), number(2))).map(({ status }) => status)).toEqual([
      'found',
      'unavailable',
    ]);
    const answer = await request(`/api/parcels?numbers=${number(2)}`);
    expect([answer.status, answer.headers.get('retry-after'), await errorOf(answer)]).toEqual([
      ...[503, '5', 'temporarily_unavailable'],
    ]);
  });

  it.each([
    ['', 'numbers must be 1 to 20'],
    ['?numbers=', 'numbers must be 1 to 20'],
    ['?numbers=,%20,', 'numbers must be 1 to 20'],
    [
      `?numbers=${Array.from({ length: MAX_PARCELS + 1 }, (_, at) => number(at)).join(',')}`,
      'numbers must be 1 to 20',
    ],
    [`?number=${number(1)}`, 'numbers must be 1 to 20'],
    [`?numbers=${number(1)}${','.repeat(900)}`, 'numbers must have at most 840 characters, not 924.'],
  ])('a malformed query is refused: %s', async (query, named) => {
    const { request, calls } = start();
    const answer = await request(`/api/parcels${query}`);
    const { error, message } = (await answer.json()) as Record<string, string>;
    expect([answer.status, error]).toEqual([400, 'invalid_request']);
    expect(message).toContain(named);
    expect(calls).toEqual([]);
  });
});

describe('Faults of the platform for parcels', () => {
  it.each<[string, HarnessOptions, string]>([
    [
      'scope',
      { token: [() => answerToken({ scope: 'api:points:read' })] },
      'scope_missing: api:tracking:read',
    ],
    [
      'credentials',
      { token: [() => answerJson({ error: 'invalid_scope' }, 400)] },
      'login_failed: invalid_scope',
    ],
    ['rights', { api: [() => answerJson({}, 403)] }, 'forbidden'],
  ])(
    'without the %s the answer says so, the platform is asked once in ten seconds, and points still work',
    async (_, options, detail) => {
      const { request, calls, logs, clock } = start(options);
      for (const serial of [1, 2, 3]) {
        const answer = await request(`/api/parcels/${number(serial)}`);
        const { error, message } = (await answer.json()) as Record<string, string>;
        expect([answer.status, error]).toEqual([503, 'tracking_not_granted']);
        expect(message).toContain('api:tracking:read');
      }
      expect(logs.map((line) => line.detail)).toEqual([detail, detail, detail]);
      const before = calls.length;
      clock.nowMs += 10_000;
      await request(`/api/parcels/${number(4)}`);
      expect(calls.length).toBeGreaterThan(before);
      expect((await request('/api/points/PL_A')).status).toBe(200);
    },
  );

  it('an error is cached for five seconds, or as long as the platform asks us to wait', async () => {
    const away = start({ api: [() => answerJson({}, 503)] });
    for (const _ of [1, 2]) expect((await away.request(`/api/parcels/${number(1)}`)).status).toBe(503);
    expect(away.requested()).toEqual([[1]]);
    await away.request(`/api/parcels/${number(2)}`);
    away.clock.nowMs += 5_000;
    await away.request(`/api/parcels/${number(1)}`);
    expect(away.requested()).toEqual([[1], [2], [1]]);
    const busy = start({ api: [() => answerJson({}, 429, { 'retry-after': '17' })] });
    const requestBusy = async () => {
      const answer = await busy.request(`/api/parcels/${number(1)}`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '17']);
    };
    await requestBusy();
    busy.clock.nowMs += 16_999;
    await requestBusy();
    expect(busy.requested()).toEqual([[1]]);
    busy.clock.nowMs += 1;
    await requestBusy();
    expect(busy.requested()).toEqual([[1], [1]]);
  });

  it('an unreadable answer is an error', async () => {
    for (const body of [{}, { parcels: {} }, { parcels: ['a'] }]) {
      const answer = await start({ api: [() => answerJson(body)] }).request(`/api/parcels/${number(1)}`);
      expect([answer.status, await errorOf(answer)]).toEqual([502, 'server_error']);
    }
  });
});

describe('Number refused by the platform', () => {
  /** A platform that refuses the numbers that end with 8, and every list with one of them. */
  const startRefusing = (status: number) => {
    const harness = start({
      api: [
        () => {
          const requested = new URL(harness.calls.at(-1)!.url).searchParams.getAll('trackingNumbers');
          if (requested.some((each) => each.endsWith('8'))) return answerJson({}, status);
          return answerJson(tracked(...requested.map((each) => Number(each.slice(-4)))));
        },
      ],
    });
    return harness;
  };

  it.each([401, 403, 429, 422, 500])(
    'a refusal with %d doesn’t affect the others of its list',
    async (status) => {
      const { readAll } = startRefusing(status);
      const serials = [1, 8, 2, 18, 3, 28, 4];
      const described = await readAll(...serials.map(number));
      expect(described.map((parcel) => parcel.status)).toEqual(
        serials.map((serial) => (serial % 10 === 8 ? 'unavailable' : 'found')),
      );
    },
  );

  it.each([401, 403, 429])(
    'a refusal with %d doesn’t affect other requests, however often the number is requested',
    async (status) => {
      const { request, read, clock } = startRefusing(status);
      for (let second = 0; second < 30; second++) {
        await request(`/api/parcels/${number(second * 10 + 8)}`);
        await request(`/api/parcels/${number(8)}`);
        expect(await read(second * 10 + 1)).toMatchObject({ status: 'found' });
        clock.nowMs += 1_000;
      }
    },
  );

  // Proves: security/refused-numbers.
  it('a refusal with 401 requests a new token at most once in ten seconds', async () => {
    const { request, tokenForms, clock } = startRefusing(401);
    for (let second = 0; second < 20; second++) {
      await request(`/api/parcels/${number(second * 10 + 8)}`);
      clock.nowMs += 1_000;
    }
    expect(tokenForms()).toHaveLength(3);
  });

  it('a refusal with 403 counts as a guess', async () => {
    const harness = start({
      limit: createRequestCounter(() => 0),
      api: [() => answerJson({}, 403)],
    });
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await harness.request(`/api/parcels/${number(guess)}`)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(503), 429, 429]);
  });
});

describe('Guessed parcel numbers', () => {
  // Proves: security/guessed-numbers.
  it('each guess uses up ten of a client’s requests, also for known numbers', async () => {
    const { request, requested } = start({ limit: createRequestCounter(() => 0) });
    const statuses: number[] = [];
    for (let guess = 0; guess < 20; guess++)
      statuses.push((await request(`/api/parcels/${number(guess * 10 + 9)}`)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(10).fill(429)]);
    const answer = await request(`/api/parcels/${number(1)}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '10']);
    expect(requested()).toHaveLength(10);
    expect((await request('/api/points/PL_A')).status).toBe(200);
  });

  it('guesses count in lists too, and those from other sites’ pages in their own budget', async () => {
    const { request } = start({ limit: createRequestCounter(() => 0) });
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
    const guesses = Array.from({ length: 9 }, (_, at) => number(at * 10 + 9)).join(',');
    expect((await request(`/api/parcels?numbers=${guesses}`, foreign)).status).toBe(200);
    expect((await request(`/api/parcels?numbers=${guesses}`, foreign)).status).toBe(200);
    expect((await request(`/api/parcels/${number(1)}`, foreign)).status).toBe(429);
    expect((await request(`/api/parcels/${number(1)}`)).status).toBe(200);
  });

  it('parcels that are found count once each, in lists too', async () => {
    const { request } = start({ limit: createRequestCounter(() => 0) });
    const numbers = Array.from({ length: MAX_PARCELS }, (_, at) => number(at * 10 + 1)).join(',');
    const times = RATE_LIMITS.parcel / MAX_PARCELS;
    for (let time = 0; time < times; time++)
      expect((await request(`/api/parcels?numbers=${numbers}`)).status).toBe(200);
    expect((await request(`/api/parcels/${number(1)}`)).status).toBe(429);
  });
});

// Proves: security/numbers-unlogged.
it('no parcel number is in the log, whatever the outcome', async () => {
  for (const api of [
    [() => answerJson(tracked(1))],
    [() => answerJson({ parcels: [{ trackingNumber: number(1), events: 5 }, { trackingNumber: null }] })],
    [() => answerJson({ error: number(1) }, 422)],
    [() => answerJson({ error: number(1) }, 500)],
    [() => new TypeError(`fetch failed: ${number(1)}`)],
  ]) {
    const { request, logs } = start({ api });
    await request(`/api/parcels/${number(1)}`);
    await request(`/api/parcels?numbers=${number(1)},${number(2)}`);
    await request(`/api/parcels/${number(1)}/more`);
    await request(`/api/parcels/${number(1)}`, { method: 'POST' });
    expect(logs.map(({ route }) => route)).toEqual([
      ...['/api/parcels/:number', '/api/parcels', 'unknown', '/api/parcels/:number'],
    ]);
    expect(JSON.stringify(logs)).not.toContain(number(1));
  }
});
