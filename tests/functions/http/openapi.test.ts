import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createPointLink } from '#platform/point-link.ts';
import { parseSettings } from '../../../functions/config.ts';
import { PARCEL_PARAMETERS, PARCELS_PARAMETERS } from '../../../functions/parcels/answer-parcels.ts';
import { MAX_PARCELS } from '#contract/parcel-number.ts';
import { NEAREST_PARAMETERS } from '../../../functions/points/answer-nearest.ts';
import { POINT_PARAMETERS } from '../../../functions/points/answer-point.ts';
import { listRoutes } from '../../../functions/routes.ts';
import { GUIDE, snippet } from '../../guide-snippets.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { answerJson, answerToken, ENVIRONMENT, ORIGIN, startHarness } from '../harness.ts';
import { DAY_MS, startPublished } from '../start-published.ts';

interface Operation {
  parameters?: { name: string; in: string; schema: object }[];
  responses: Record<string, unknown>;
}
interface Description {
  openapi: string;
  servers: { url: string }[];
  paths: Record<
    string,
    {
      get: Operation;
      post?: Operation;
    }
  >;
  components: { schemas: Record<string, { properties?: object }> };
}

const NEAREST = '/api/nearest-points';
const POINT = '/api/points/{id}';
const BATCH = '/api/points/check';
const PARCEL = '/api/parcels/{number}';
const CALENDAR = '/api/parcels/{number}/calendar.ics';
const PARCELS = '/api/parcels';
const CHOICE = '/api/point-choices';
const text = await (await startHarness().request('/api/openapi.json')).text();
const api = JSON.parse(text) as Description;

/** Items in their various forms: complete, empty, malformed. */
const ITEMS = makeGrid(6).map((item, at) => ({
  ...item,
  ...[
    { displayName: 'Locker', address: { street: 'MAIN ROAD', buildingNumber: '7', city: 'WARSZAWA' } },
    { address: 'unknown', imageUrl: null, operatingHours: { customer: null }, location247: true },
    { operatingHours: { customer: { monday: [{ start: '09:00', end: '17:00' }], sunday: [] } } },
    { type: 'NEW', displayName: 5, operatingHours: 'always' },
  ][at % 4],
}));

const PUBLISHED = await publish(ITEMS, {
  places: [{ name: 'Warszawa', kind: 'city', count: 9, country: 'PL', latitude: 52, longitude: 21 }],
  streets: [
    {
      name: 'Polna',
      city: 'Warszawa',
      country: 'PL',
      latitude: 52,
      longitude: 21,
      houses: [['7', 1, 1]],
    },
  ],
});

const start = () => startPublished(PUBLISHED, 'edge').harness;

const NUMBER = '690000000000000000001042';
const tracked = (id: string, eventCode: string) => ({
  trackingNumber: NUMBER,
  events: [{ eventTimestamp: '2026-11-20T07:15:04.120+01:00', eventCode, location: { type: 'ADDRESS' } }],
  destination: { id, type: 'LOCKER_POINT', city: 'Testowo' },
});

/** Validates an answer against its description, and against unknown fields, except those of the platform's items. */
function makeChecker() {
  const schemas = structuredClone(api.components.schemas);
  for (const [name, schema] of Object.entries(schemas))
    if (name !== 'Point' && schema.properties) Object.assign(schema, { additionalProperties: false });
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false, keywords: ['components'] });
  return async (path: string, answer: Response) => {
    const { get, post } = api.paths[path]!;
    const response = (get ?? post).responses[String(answer.status)] as
      | { content: { 'application/json': { schema: object } } }
      | undefined;
    expect([path, answer.status, response !== undefined]).toEqual([path, answer.status, true]);
    const { schema } = response!.content['application/json'];
    const check = ajv.compile({ ...schema, components: { schemas } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const body = (await answer.json()) as unknown;
    expect([check(body), check.errors, body]).toEqual([true, null, body]);
  };
}

describe('OpenAPI description', () => {
  it('the description is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...api })).toEqual({ valid: true });
    expect([validator.version, api.servers]).toEqual(['3.1', [{ url: ORIGIN }]]);
    // An invalid description is detected.
    const { paths: _taken, ...rest } = api;
    expect((await new Validator().validate({ ...rest, path: {} })).valid).toBe(false);
  });

  it('any page can read the description and cache it for an hour', async () => {
    const { headers } = await startHarness().request('/api/openapi.json');
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it('the description has every public route, and no other', () => {
    const open = listRoutes(parseSettings(ENVIRONMENT)).filter(({ guard }) => guard === 'anyone');
    const describedAs = (path: string) => path.replace(/:(\w+)/, '{$1}');
    expect(Object.keys(api.paths).sort()).toEqual(open.map(({ path }) => describedAs(path)).sort());
    for (const { path, method } of open)
      expect(Object.keys(api.paths[describedAs(path)]!)).toEqual([method.toLowerCase()]);
  });

  it('every schema reference exists, and schemas allow further fields', () => {
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual(Object.keys(api.components.schemas).sort());
    expect(text).not.toContain('additionalProperties');
    // A closed list of values would refuse values that are added later.
    expect(text).not.toContain('"enum"');
  });

  it('the description has the parameters that the routes accept', () => {
    const namesOf = (path: string, place: string) =>
      api.paths[path]!.get.parameters!.filter((each) => each.in === place).map(({ name }) => name);
    expect(namesOf(NEAREST, 'query')).toEqual(NEAREST_PARAMETERS);
    expect(namesOf(POINT, 'query')).toEqual(POINT_PARAMETERS);
    expect(namesOf(POINT, 'path')).toEqual(['id']);
    expect(namesOf(PARCELS, 'query')).toEqual([...PARCELS_PARAMETERS, ...PARCEL_PARAMETERS]);
    expect(namesOf(PARCEL, 'query')).toEqual(PARCEL_PARAMETERS);
    for (const path of [PARCEL, CALENDAR]) expect(namesOf(path, 'path')).toEqual(['number']);
    expect(namesOf(CALENDAR, 'query')).toEqual(PARCEL_PARAMETERS);
  });

  it('the description has the parameters that the guide names and uses', () => {
    const names = new Set([...NEAREST_PARAMETERS, ...POINT_PARAMETERS]);
    const [, section] = /## The nearest points[^]*?\n\n(\| query[^]*?)\n\n/.exec(GUIDE) ?? [];
    const listed = [...section!.matchAll(/^\| ([^|]+)\|/gm)].slice(2).map(([, cell]) => cell!);
    expect(listed.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)).sort()).toEqual(
      [...NEAREST_PARAMETERS].sort(),
    );
    const used = [snippet('sh', 'PL_WAW123A?'), snippet('php', 'check_point')].join('\n');
    expect(
      [...used.matchAll(/[?&](\w+)=/g)].map(([, name]) => name).filter((name) => !names.has(name!)),
    ).toEqual([]);
  });
});

describe('Answers follow the OpenAPI description', () => {
  const find = (query: string) => [NEAREST, `${NEAREST}?${query}`] as const;
  const check = (rest: string) => [POINT, `/api/points/${rest}`] as const;

  it.each([
    ...['PL_0', 'PL_1', 'PL_2', 'PL_3', 'PL_0?country=FR', 'PL_0?excludeIds=PL_0&type=NEW'].map(check),
    ...[
      'PL_closed',
      'PL_closed?latitude=52&longitude=21',
      'pl_0',
      'hello',
      'PL_0?filter={"rules":[{"reason":"No."}]}',
      'PL_0?contry=PL',
      'x'.repeat(201),
    ].map(check),
    ...['city=Warszawa', 'city=Warszaw', 'address=Polna 7, Warszawa', 'address=Polna 9, Warszawa'].map(find),
    ...['address=Long 1, Warszawa', 'latitude=52&longitude=21&limit=20', 'city=Xyzzy'].map(find),
    ...['', 'city=Warszawa&limit=21', 'city=Warszawa&country=Poland'].map(find),
    ['/api/health', '/api/health'] as const,
    ['/api/openapi.json', '/api/openapi.json'] as const,
  ])('the answer with %s to %s follows the description', async (path, address) => {
    const answer = await start().request(encodeURI(address));
    await makeChecker()(path, answer);
  });

  it.each([
    [{ ids: ['PL_0', 'PL_closed', 'pl_0', 'hello', 'x'.repeat(201)], country: 'PL', filter: {} }, 200],
    [{ ids: [] }, 400],
    [{ ids: ['x'.repeat(263_000)] }, 413],
  ])('the answer to a batch of points follows the description: %j', async (body, status) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await start().request(BATCH, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(status);
    await makeChecker()(BATCH, answer);
    expect((await start().request(BATCH, { method: 'POST', body: '{}' })).status).toBe(415);
  });

  it('the answers to a shop’s link follow the description', async () => {
    const secret = 'fern:a-secret-of-the-shop-0123456789abcdef';
    const { harness } = startPublished(PUBLISHED, 'edge', { environment: { POINT_LINK_SECRETS: secret } });
    const options = { origin: ORIGIN, secret, id: 'a', orderNumber: 'FL-1', country: 'PL', value: 'PL_1' };
    const returnTo = 'https://fern.example/';
    const linkTo = async (changes: object) =>
      (await createPointLink({ ...options, returnTo, expiresAt: new Date(2e12), ...changes })).split(
        '#order=',
      )[1]!;
    const headers = { 'content-type': 'application/json' };
    const send = (body: unknown, { request } = harness) =>
      request(CHOICE, { method: 'POST', headers, body: JSON.stringify(body) });
    const link = await linkTo({ filter: { capabilities: [] }, position: { latitude: 52, longitude: 21 } });
    const old = await linkTo({ expiresAt: new Date(1e12) });
    for (const [body, status] of [
      [{ link }, 200],
      [{ link: await linkTo({ value: undefined }), language: 'pl' }, 200],
      [{ link, point: 'PL_0' }, 200],
      [{ link, point: 'PL_closed' }, 409],
      [{ link: old }, 410],
      [{ link: `${link}x` }, 403],
      [{}, 400],
      [{ link, point: 'x'.repeat(9_000) }, 413],
    ] as const) {
      const answer = await send(body);
      expect([body, answer.status]).toEqual([body, status]);
      await makeChecker()(CHOICE, answer);
    }
    await makeChecker()(CHOICE, await harness.request(CHOICE, { method: 'POST', body: '{}' }));
    await makeChecker()(CHOICE, await send({ link }, start()));
  });

  it.each([
    [{ parcels: [tracked('PL_0', 'LMD.1005')] }, 200, 200],
    [{ parcels: [tracked('PL_gone', 'NEW.1001')] }, 200, 200],
    [{ parcels: [] }, 200, 200],
    [{}, 410, 200],
    [{ parcels: 5 }, 200, 502],
    [{}, 403, 503],
    [{}, 500, 503],
  ])(
    'the answer follows the description for a parcel whose platform answer is %j with %d',
    async (body, status, answered) => {
      const stores = makeChecker();
      const { harness } = startPublished(PUBLISHED, 'edge', {
        token: [() => answerToken({ scope: 'api:tracking:read' })],
        api: [() => answerJson(body, status)],
      });
      for (const [path, address] of [
        [PARCEL, `/api/parcels/${NUMBER}`],
        [PARCEL, `/api/parcels/${NUMBER}?language=pl`],
        [PARCELS, `/api/parcels?numbers=${NUMBER}&language=xx`],
        [PARCELS, `/api/parcels?numbers=${NUMBER}`],
      ] as const) {
        const answer = await harness.request(address);
        expect(answer.status).toBe(answered);
        await stores(path, answer);
      }
      await stores(PARCEL, await harness.request('/api/parcels/1'));
      await stores(PARCELS, await harness.request(`/api/parcels?numbers=1,${NUMBER},<b>`));
      await stores(PARCELS, await harness.request(`/api/parcels?numbers=${'1,'.repeat(MAX_PARCELS + 1)}`));
    },
  );

  it('answers follow the description if no network is published, it is outdated, or it can’t be read', async () => {
    const stores = makeChecker();
    const old = start();
    old.clock.nowMs += 9 * DAY_MS;
    await stores(POINT, await old.request('/api/points/PL_0'));
    for (const status of [200, 503, 404]) {
      const { request } = startHarness({ servePage: () => new Response('<html>', { status }) });
      await stores(POINT, await request('/api/points/PL_0'));
      await stores(NEAREST, await request(`${NEAREST}?city=Warszawa`));
    }
  });

  it('answers to too many requests follow the description', async () => {
    const { request } = startHarness({ limit: () => Promise.resolve(false) });
    for (const path of Object.keys(api.paths)) {
      const method = 'post' in api.paths[path]! ? 'POST' : 'GET';
      const answer = await request(path.replace('{id}', 'PL_0').replace('{number}', NUMBER), { method });
      expect([path, answer.status]).toEqual([path, path === '/api/health' ? 200 : 429]);
      await makeChecker()(path, answer);
    }
  });

  it('parameters are limited as described', async () => {
    const { request } = start();
    const parameters = new Map(
      Object.values(api.paths).flatMap(({ get }) =>
        (get?.parameters ?? []).map((each) => [each.name, each.schema]),
      ),
    ) as Map<string, Record<'maxLength' | 'maxItems' | 'minimum' | 'maximum', number>>;
    const statusOf = async (name: string, value: string | number) =>
      (
        await request(
          `${NEAREST}?${new URLSearchParams({ ...base(name), [name]: String(value) }).toString()}`,
        )
      ).status;
    const base = (name: string): Record<string, string> =>
      /itude/.test(name) ? { [name === 'latitude' ? 'longitude' : 'latitude']: '0' } : { city: 'Warszawa' };
    /** The filter is JSON, which may be padded with blanks. */
    const fill = (name: string, length: number) =>
      name === 'filter' ? `{${' '.repeat(length - 2)}}` : 'a'.repeat(length);
    for (const name of NEAREST_PARAMETERS) {
      const { maxLength, maxItems, minimum, maximum } = parameters.get(name)!;
      const [fits, tooMuch] =
        maxLength !== undefined
          ? [fill(name, maxLength), fill(name, maxLength + 1)]
          : maxItems !== undefined
            ? ['PL,'.repeat(maxItems), 'PL,'.repeat(maxItems + 1)]
            : [maximum, maximum + 1];
      expect([name, await statusOf(name, fits), await statusOf(name, tooMuch)]).toEqual([name, 200, 400]);
      if (minimum !== undefined) expect([name, await statusOf(name, minimum - 1)]).toEqual([name, 400]);
    }
    const longest = parameters.get('id')!.maxLength;
    expect((await request(`/api/points/${'a'.repeat(longest)}`)).status).toBe(200);
    expect((await request(`/api/points/${'a'.repeat(longest + 1)}`)).status).toBe(400);
  });
});
