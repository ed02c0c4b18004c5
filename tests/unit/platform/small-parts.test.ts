import { AppError } from '#platform/errors.ts';
import { describe, expect, it } from 'vitest';
import { parseAddresses } from '#config/platform-settings.ts';
import { orderPages } from '#platform/walk-points.ts';
import { pathOf } from '#platform/operation.ts';
import { OPERATIONS } from '#platform/operations.ts';
import { findMissingScopes, parseScopes, requireScope } from '#platform/scopes.ts';

describe('Paths of operations', () => {
  it('a path starts with its product and version', () => {
    const paths = Object.values(OPERATIONS).map((operation) =>
      pathOf(operation, {
        organizationId: '42',
        trackingNumber: '7',
        pointId: 'PL_1',
        returnId: 'r',
        orderId: 'p',
      }),
    );
    expect(paths).toContain('/location/v1/points');
    expect(paths).toContain('/shipping/v2/organizations/42/shipments/7/label');
    for (const path of paths)
      expect(path).toMatch(/^\/(location|pickups|returns|tracking)\/v1\/|^\/shipping\/v2\//);
  });

  it('an id can’t change the path', () => {
    expect(pathOf(OPERATIONS.createShipment, { organizationId: 'a/../b?c#d@e' })).toBe(
      '/shipping/v2/organizations/a%2F..%2Fb%3Fc%23d%40e/shipments',
    );
    for (const [organizationId, code] of [
      ['..', 'invalid'],
      ['.', 'invalid'],
      ['\ud800', 'invalid'],
      ['', 'required'],
    ] as const)
      expect(refusalOf({ organizationId })).toMatchObject({
        code: 'rejected',
        message: `It was not sent: organizationId can't be "${organizationId}".`,
        fields: [{ path: 'organizationId', codes: [code] }],
      });
    expect(refusalOf()).toMatchObject({ fields: [{ path: 'organizationId', codes: ['required'] }] });
  });
});

function refusalOf(values?: Record<string, string>): unknown {
  try {
    return pathOf(OPERATIONS.createShipment, values);
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return error;
  }
}

describe('Platform addresses', () => {
  const good = {
    PLATFORM_BASE_URL: 'https://api.example.com/',
    PLATFORM_AUTH_URL: 'https://auth.example.com/x',
    PLATFORM_ACCOUNT_URL: 'http://127.0.0.1:3003',
  };

  it('trailing slashes are removed', () => {
    const problems: string[] = [];
    expect(parseAddresses(good, problems)).toEqual({
      base: 'https://api.example.com',
      auth: 'https://auth.example.com/x',
      account: 'http://127.0.0.1:3003',
    });
    expect(problems).toEqual([]);
  });

  it('all invalid settings are reported together', () => {
    const problems: string[] = [];
    parseAddresses(
      { PLATFORM_AUTH_URL: 'http://auth.example.com', PLATFORM_ACCOUNT_URL: 'nonsense' },
      problems,
    );
    const text = problems.join('\n');
    for (const key of ['PLATFORM_BASE_URL', 'PLATFORM_AUTH_URL', 'PLATFORM_ACCOUNT_URL']) {
      expect(text).toContain(key);
    }
    expect(problems).toHaveLength(3);
  });

  // RFC 9700 §2.6.
  it.each([
    'https://user:pass@example.com',
    'https://example.com/?x=1',
    'http://127.0.0.1.example.com',
    'ftp://x.y',
  ])('%s is refused', (address) => {
    const problems: string[] = [];
    parseAddresses({ ...good, PLATFORM_BASE_URL: address }, problems);
    expect(problems).toHaveLength(1);
  });
});

describe('Scopes', () => {
  it('scopes are split and compared, and a missing one is named', () => {
    expect(parseScopes('openid  api:points:read openid')).toEqual(['openid', 'api:points:read']);
    expect(findMissingScopes(['a'], ['a', 'b'])).toEqual(['b']);
    expect(() => requireScope(['api:points:read'], OPERATIONS.listPoints)).not.toThrow();
    expect(() => requireScope(['api:points:read'], OPERATIONS.createShipment)).toThrow(
      /doesn't have the scope api:shipments:write/,
    );
  });
});

describe('Order of pages', () => {
  it('any first part is spread over the whole list, and every page occurs once', () => {
    for (const total of [2, 3, 4, 10, 309, 6144]) {
      const order = orderPages(total, 'spread');
      expect([...order].sort((a, b) => a - b)).toEqual(orderPages(total, 'list'));
    }
    const firstTen = orderPages(1001, 'spread').slice(0, 10);
    const quarters = new Set(firstTen.map((page) => Math.floor(page / 251)));
    expect(quarters.size).toBe(4);
  });
});
