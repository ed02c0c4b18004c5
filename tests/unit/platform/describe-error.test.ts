import { describeError } from '#platform/describe-error.ts';
import { AppError } from '#platform/errors.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import { createClientCredentials } from '#platform/client-credentials.ts';
import type { Platform } from '#platform/client.ts';
import type { LabelFormat } from '#platform/labels.ts';
import type { Pickup } from '#platform/pickups.ts';
import type { Shipment } from '#platform/shipping.ts';
import { describe, expect, it } from 'vitest';
import { makePickup, makeShipment } from '../../sandbox/carrier-client.ts';
import { failureOf } from '../failure-of.ts';
import { openPlatform } from './open-platform.ts';

const SHIPMENT = makeShipment('PL_TST01X') as unknown as Shipment;
const PICKUP = makePickup(Date.parse('2026-11-26T10:00:00Z')) as unknown as Pickup;
const { sender } = SHIPMENT;
const created = () => Response.json({ id: 'r', trackingNumber: '7' }, { status: 201 });
const refusing = (status: number) => () => new Response(null, { status, headers: { 'retry-after': '0' } });

describe('Describing a failure for staff', () => {
  const fields = [
    { path: 'recipient.phone', codes: ['required'] },
    { path: 'parcels.0.weight.amount', codes: ['invalid', 'too_big'] },
  ];

  it('it names refused fields and the request', () => {
    const error = new AppError('rejected', 'Validation failed.', { fields, requestId: 'r-1' });
    expect(describeError(error)).toBe(
      'The carrier refuses recipient.phone: required; parcels.0.weight.amount: invalid, too_big. (Request r-1)',
    );
  });

  it('it says to try again only if the parcel will be created once', () => {
    const cause = new AppError('network', 'The platform can’t be reached.');
    expect(describeError(cause)).toBe('The platform can’t be reached.');
    expect(describeError(new UnknownOutcomeError(cause, 'id'))).toMatch(
      /reached\. Try again: it will only be done once\.$/,
    );
    expect(describeError(new UnknownOutcomeError(cause))).toMatch(/reached\.$/);
  });
});

describe('Messages for staff', () => {
  it.each<[string, number, (platform: Platform) => Promise<unknown>, string]>([
    ['a point', 404, ({ points }) => points.get('PL_X'), 'The carrier has no point PL_X (404).'],
    [
      'a parcel',
      404,
      ({ shipments }) => shipments.get('o', '69'),
      'The carrier has no parcel with the number 69 in this organization (404).',
    ],
    [
      'a label',
      404,
      ({ shipments }) => shipments.label('o', '69'),
      'The carrier has no parcel with the number 69 in this organization (404).',
    ],
    [
      'a return',
      404,
      ({ returns }) => returns.get('o', 'r'),
      'The carrier has no return with the id r in this organization (404).',
    ],
    [
      'an organization',
      404,
      ({ shipments }) => shipments.create('o', SHIPMENT),
      'The carrier has no organization with the id o (404).',
    ],
    [
      'points nearby',
      404,
      ({ points }) => points.near({ latitude: 52, longitude: 21 }),
      'The carrier has nothing at this address (404). Check that baseUrl is the platform’s.',
    ],
    [
      'a token',
      401,
      ({ points }) => points.get('PL_X'),
      'The carrier refuses the token (401), even a new one. Check that the client and the address belong to the same environment.',
    ],
    [
      'a right',
      403,
      ({ returns }) => returns.create('o', { sender }),
      "The carrier doesn't allow this client to do that (403). Ask it for api:returns:write, and whether the organization belongs to this client.",
    ],
    [
      'a form',
      406,
      ({ returns }) => returns.label('o', '69', 'zpl-203'),
      "The carrier doesn't have this in the requested format (406). Request another one, such as pdf-a4 for a label.",
    ],
    [
      'too many calls',
      429,
      ({ points }) => points.get('PL_X'),
      'Too many requests to the carrier (429). Try again later.',
    ],
    [
      'a fault',
      503,
      ({ points }) => points.get('PL_X'),
      'The carrier has an internal error (503). Try again later.',
    ],
    [
      'a refusal',
      409,
      ({ pickups }) => pickups.create('o', PICKUP),
      'The carrier refused the request (409) without a reason.',
    ],
  ])('%s: a refusal with %d is explained', async (_, status, request, sentence) => {
    const { platform } = openPlatform([refusing(status)]);
    const error = (await failureOf(request(platform))) as AppError;
    expect(error).toMatchObject({ status, message: sentence });
    expect(describeError(error)).toBe(`${sentence} (Request ${error.requestId})`);
  });

  it.each<[() => Response, string, string]>([
    [
      () => Response.json({ error: 'invalid_client' }, { status: 400 }),
      'login_failed',
      'The carrier refuses this client (invalid_client). Check that clientId and clientSecret are right and belong to https://auth.example.',
    ],
    [
      () =>
        Response.json({ access_token: 't', token_type: 'Bearer', expires_in: 9, scope: 'api:points:read' }),
      'scope_missing',
      "The carrier doesn't grant this client api:shipments:read, api:shipments:write, api:returns:read, api:returns:write, api:one-time-pickups:read, api:one-time-pickups:write, api:tracking:read. Ask the carrier for it, or remove it from scopes.",
    ],
  ])('a refused token is explained (%#)', async (answer, code, sentence) => {
    expect(
      await failureOf(
        createClientCredentials({
          ...{ origin: 'https://auth.example', clientId: 'a', clientSecret: 's' },
          fetch: () => Promise.resolve(answer()),
        }).read(),
      ),
    ).toMatchObject({ code, message: sentence });
  });

  it('an unknown label format is explained', async () => {
    const { platform, requests } = openPlatform([created]);
    await expect(platform.shipments.label('o', '69', 'pdf' as LabelFormat)).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('"pdf" is not a label format') as string,
    });
    expect(requests).toEqual([]);
  });

  it.each<[unknown, string]>([
    [new TypeError('Invalid URL'), 'Invalid URL'],
    [undefined, 'undefined'],
    [null, 'null'],
    ['a text', 'a text'],
    [{}, 'Unknown failure.'],
    [{ fields: null, message: 7 }, '7'],
    [Symbol('s'), 'Symbol(s)'],
    [Object.create(null), 'Unknown failure.'],
  ])('anything but an AppError is described without throwing (%#)', (error, expected) => {
    expect(describeError(error)).toBe(expected);
  });
});
