import { MAX_BATCH_BYTES } from '../../points/answer-batch.ts';
import { NEAREST_PARAMETERS } from '../../points/answer-nearest.ts';
import { POINT_PARAMETERS } from '../../points/answer-point.ts';
import { CONDITION_PARAMETERS } from '../../points/shop-conditions.ts';
import { MAX_BODY_BYTES as MAX_CHOICE_BYTES } from '../../choices/read-choice-request.ts';
import {
  CHOICE_BODY,
  describeBatch,
  makeAnswerSchemas,
  refTo,
  describeQuery,
  ID_PARAMETER,
  NUMBER_PARAMETER,
} from './answer-schemas.ts';
import { PARCEL_PARAMETERS, PARCELS_PARAMETERS } from '../../parcels/answer-parcels.ts';
import type { ApiContext, Services } from '../../context.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const refusal = (description: string, retryLater = false) => ({
  description,
  ...(retryLater && {
    headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer', minimum: 1 } } },
  }),
  ...json(refTo('Refusal')),
});
const MISTAKE = { '400': refusal('The request is invalid; message names the parameter and the remedy.') };
const ALWAYS = { '429': refusal('Too many requests.', true), '500': refusal('Server error.') };
const PARCEL_REFUSALS = {
  ...MISTAKE,
  '502': refusal('The platform’s answer can’t be read.'),
  '503': refusal(
    'The platform doesn’t let this Droppoint track parcels (tracking_not_granted), or isn’t available at the moment.',
  ),
};
/** Responses: 200 with a schema, or refusals. */
const answers = (description: string, schema: object, refusals: object = {}) => ({
  responses: { '200': { description, ...json(schema) }, ...refusals, ...ALWAYS },
});
const get = (operation: object, ...words: Parameters<typeof answers>) => ({
  get: { ...operation, ...answers(...words) },
});
const post = (operation: object, body: object, ...words: Parameters<typeof answers>) => ({
  post: { ...operation, requestBody: { required: true, ...json(body) }, ...answers(...words) },
});

/** OpenAPI 3.1 description of the public routes. @param origin of the server */
function describeApi(origin: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Droppoint',
      version: '1',
      description:
        'Pick-up points for web shops, and the state of their parcels. Open to any page and any server, without a key and without cookies. Fields and values may be ' +
        'added at any time, but are never removed or changed. Undocumented query parameters are ignored.',
    },
    servers: [{ url: origin }],
    security: [],
    paths: {
      '/api/nearest-points': get(
        {
          operationId: 'findNearestPoints',
          summary: 'Find the points nearest to an address, a city, a postcode or a position',
          description:
            'Accepts a place in words (any of address, postalCode and city) or as latitude and longitude. If no place has that name, place is ' +
            'null and points is empty.',
          parameters: describeQuery(NEAREST_PARAMETERS),
        },
        'The points, nearest first.',
        refTo('NearestPoints'),
        {
          ...MISTAKE,
          '502': refusal('The published network can’t be read.'),
          '503': refusal('No network is published (not_published), or it isn’t available at the moment.'),
        },
      ),
      '/api/points/check': post(
        {
          operationId: 'checkPoints',
          summary: 'Check whether points are still available, up to a thousand at once',
          description:
            'For servers: pages of other sites can’t read the response. The answers are in the order of the ids. Every hundred ids, or part of a hundred, ' +
            'cost as much as ten checks of a point.',
        },
        describeBatch(CONDITION_PARAMETERS),
        'The status of each point.',
        refTo('CheckedPoints'),
        {
          ...MISTAKE,
          '413': refusal(`The body is longer than ${MAX_BATCH_BYTES / 1024} KiB.`),
          '415': refusal('The body isn’t application/json.'),
        },
      ),
      '/api/points/{id}': get(
        {
          operationId: 'checkPoint',
          summary: 'Check whether a point is still available',
          description:
            'Returns 200 even for a point that is gone, because a 404 could also mean a mistyped address. Compare the id of the answer with ' +
            'yours. With latitude and longitude (where the point was), the answer has alternatives near it even if the point closed long ago.',
          parameters: [ID_PARAMETER, ...describeQuery(POINT_PARAMETERS)],
        },
        'The status of the point.',
        refTo('PointValidity'),
        MISTAKE,
      ),
      '/api/point-choices': post(
        {
          operationId: 'choosePoint',
          summary: 'Choose the point of an order with a shop’s link',
          description:
            'Without point, returns the order and the conditions. With it, returns a signed result, which the shop’s server reads; nothing is stored here. ' +
            'The customer’s browser brings the result to the shop (returnTo), so an app must open that address.',
        },
        CHOICE_BODY,
        'The order, and after a choice its result.',
        refTo('PointOrder'),
        {
          ...MISTAKE,
          '403': refusal('No shop has signed this link, or it is incomplete (link_invalid).'),
          '409': refusal('The shop doesn’t accept the point (point_refused); message is for the customer.'),
          '410': refusal('The link has expired (link_expired).'),
          '413': refusal(`The body is longer than ${MAX_CHOICE_BYTES / 1024} KiB.`),
          '415': refusal('The body isn’t application/json.'),
          '503': refusal(
            'No shop makes such links here (choices_not_set_up), or the point can’t be checked at the moment (point_unchecked).',
          ),
        },
      ),
      '/api/parcels': get(
        {
          operationId: 'findParcels',
          summary: 'Find out where several parcels are',
          description:
            'The same as for a single parcel. A number that isn’t valid (invalid) or can’t be looked up right now (unavailable) doesn’t affect the others. ' +
            'Each number counts as a request.',
          parameters: [...describeQuery(PARCELS_PARAMETERS, true), ...describeQuery(PARCEL_PARAMETERS)],
        },
        'The state of each parcel.',
        refTo('Parcels'),
        PARCEL_REFUSALS,
      ),
      '/api/parcels/{number}': get(
        {
          operationId: 'findParcel',
          summary: 'Find out where a parcel is',
          description:
            'The answer has no personal data, so it is the same for everyone who has the number. It is up to a minute old (checkedAt). Returns 200 even ' +
            'for a number without a parcel (unknown, gone), which counts as ten requests.',
          parameters: [NUMBER_PARAMETER, ...describeQuery(PARCEL_PARAMETERS)],
        },
        'The state of the parcel.',
        refTo('Parcel'),
        PARCEL_REFUSALS,
      ),
      '/api/parcels/{number}/calendar.ics': {
        get: {
          operationId: 'findParcelCalendar',
          summary: 'Get an entry for a calendar: until when to collect a parcel',
          description:
            'A file (RFC 5545) for a parcel that is ready, if the operator has set how long points keep parcels (collectUntil of the parcel). It has the point, and no ' +
            'personal data. Link it in a mail.',
          parameters: [NUMBER_PARAMETER, ...describeQuery(PARCEL_PARAMETERS)],
          responses: {
            '200': {
              description: 'The file.',
              content: { 'text/calendar': { schema: { type: 'string' } } },
            },
            '404': refusal('It isn’t known until when this parcel can be collected (no_deadline).'),
            ...PARCEL_REFUSALS,
            ...ALWAYS,
          },
        },
      },
      '/api/health': get(
        { operationId: 'readHealth', summary: 'Check whether the function responds' },
        'The function responds.',
        {
          type: 'object',
          properties: { status: { const: 'ok' } },
          required: ['status'],
        },
      ),
      '/api/openapi.json': get(
        { operationId: 'describeApi', summary: 'Get this description' },
        'OpenAPI 3.1.',
        {
          type: 'object',
        },
      ),
    },
    components: { schemas: makeAnswerSchemas() },
  };
}

/** The description changes with releases only. */
const CACHE_CONTROL = 'public, max-age=3600';

let cached: { origin: string; text: string } | null = null;

/** `GET /api/openapi.json`: an OpenAPI description of the public routes. */
export function answerDescription(c: ApiContext, { settings }: Services): Response {
  const origin = settings.appOrigin;
  if (cached?.origin !== origin) cached = { origin, text: JSON.stringify(describeApi(origin)) };
  c.header('cache-control', CACHE_CONTROL);
  c.header('content-type', 'application/json');
  return c.body(cached.text);
}
