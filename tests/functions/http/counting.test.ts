import { describe, expect, it } from 'vitest';
import { readClientNetwork, readForwardedAddress } from '../../../functions/http/client-address.ts';
import type { LogLine } from '../../../functions/context.ts';
import { createLogLimit } from '../../../functions/http/limit-log.ts';
import {
  createRequestCounter,
  RATE_LIMITS,
  RATE_WINDOW_SECONDS,
} from '../../../functions/http/rate-limits.ts';

/** The results of a number of requests of one client. */
async function request(
  limit: ReturnType<typeof createRequestCounter>,
  amount: number,
  bucket: keyof typeof RATE_LIMITS,
  client: string,
): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (let at = 0; at < amount; at++) answers.push(await limit(bucket, client));
  return answers;
}

describe('Request counter in memory', () => {
  it('requests are allowed up to the limit of a client and bucket', async () => {
    const limit = createRequestCounter(() => 0);
    const most = RATE_LIMITS.shipment;
    expect(await request(limit, most + 2, 'shipment', 'a')).toEqual([
      ...new Array<boolean>(most).fill(true),
      false,
      false,
    ]);
    expect(await request(limit, most + 1, 'shipment', 'b')).toEqual([
      ...new Array<boolean>(most).fill(true),
      false,
    ]);
    expect(await request(limit, RATE_LIMITS.token, 'token', 'a')).not.toContain(false);
  });

  it('a request counts as many times as it costs', async () => {
    const limit = createRequestCounter(() => 0);
    expect(await limit('shipment', 'a', RATE_LIMITS.shipment - 1)).toBe(true);
    expect(await limit('shipment', 'a')).toBe(true);
    expect(await limit('shipment', 'a')).toBe(false);
    expect(await limit('shipment', 'b', RATE_LIMITS.shipment + 1)).toBe(false);
  });

  it('counts restart in each window, even after the clock was set back', async () => {
    const clock = { nowMs: 0 };
    const limit = createRequestCounter(() => clock.nowMs);
    const windowMs = RATE_WINDOW_SECONDS * 1000;
    const spend = async () => {
      expect(await request(limit, RATE_LIMITS.shipment, 'shipment', 'a')).not.toContain(false);
      expect(await limit('shipment', 'a')).toBe(false);
    };
    await spend();
    clock.nowMs = windowMs - 1;
    expect(await limit('shipment', 'a')).toBe(false);
    clock.nowMs = windowMs;
    await spend();
    clock.nowMs = 0;
    await spend();
  });

  it('beyond 20,000 clients of a bucket, further ones share one count', async () => {
    const limit = createRequestCounter(() => 0);
    for (let at = 0; at < 19_999; at++) await limit('shipment', `client ${at}`);
    // The last client with its own count.
    expect(await request(limit, RATE_LIMITS.shipment, 'shipment', 'last')).not.toContain(false);
    expect(await request(limit, RATE_LIMITS.shipment, 'shipment', 'one of the rest')).not.toContain(false);
    expect(await limit('shipment', 'another of the rest')).toBe(false);
    expect(await limit('shipment', 'client 0')).toBe(true);
    expect(await limit('token', 'another of the rest')).toBe(true);
  });
});

describe('Log limit of a route', () => {
  const line = (route: string) => ({ route, status: 404 }) as LogLine;

  // Proves: security/bounded-log.
  it('one line a second is logged, with the number of omitted lines', () => {
    const clock = { nowMs: 10_000 };
    const logged: [route: string, leftOut: number | undefined][] = [];
    const log = createLogLimit(
      ({ route, leftOut }) => void logged.push([route, leftOut]),
      () => clock.nowMs,
    );
    log(line('a'));
    log(line('a'));
    log(line('b'));
    clock.nowMs += 999;
    log(line('a'));
    expect(logged.splice(0)).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
    clock.nowMs += 1;
    log(line('a'));
    log(line('b'));
    clock.nowMs += 1_000;
    log(line('a'));
    clock.nowMs -= 60_000;
    log(line('a'));
    expect(logged).toEqual([
      ['a', 2],
      ['b', undefined],
      ['a', undefined],
      ['a', undefined],
    ]);
  });

  it('a line is unchanged if none was omitted', () => {
    const original = line('a');
    const logged: LogLine[] = [];
    createLogLimit(
      (each) => void logged.push(each),
      () => 0,
    )(original);
    expect(logged).toEqual([{ route: 'a', status: 404 }]);
  });
});

describe('Address of a client', () => {
  it.each<[header: string | null | undefined, address: string]>([
    ['198.51.100.1, 198.51.100.2, 192.0.2.1 ', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1', '192.0.2.1'],
    ['192.0.2.1,', ''],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('in a proxy’s header, %j is read as %j', (header, address) => {
    expect(readForwardedAddress(header)).toBe(address);
  });

  // RFC 4291 §2.5.4.
  it.each([
    ['255.255.255.255:65535', '255.255.255.255'],
    ['192.0.2.1:8', '192.0.2.1'],
    ['192.0.2.123', '192.0.2.123'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:255.1.128.0', '255.1.128.0'],
    ['[::ffff:192.0.2.1]', '192.0.2.1'],
    ['[::ffff:192.0.2.1%eth0]:4711', '192.0.2.1'],
    ['[::ffff:192.0.2.1%]', '192.0.2.1'],
    ['::ffff:192.0.2.1%', '192.0.2.1'],
    ['2001:0db8:0001:0002:3:4:5:6', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]:65535', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]:8', '2001:db8:1:2::/64'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001::b:c:d:e:f', '2001:0:0:b::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::fffe:1:2', '0:0:0:0::/64'],
    ['1::ffff:a00:1', '1:0:0:0::/64'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['010.0.00.1', '10.0.0.1'],
    ['::ffff:0a00:0001', '10.0.0.1'],
    ['0:0:0:0:0:FFFF:a00:1', '10.0.0.1'],
    ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
    ['[::ffff:c000:201%eth0]', '192.0.2.1'],
    ['::ffff:192.0.2.1%2', '192.0.2.1'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:DB8::1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:db8:0:1::192.0.2.1', '2001:db8:0:1::/64'],
    ['[2001:db8:0:1::9]:4711', '2001:db8:0:1::/64'],
    ['[2001:db8:0:1::9]', '2001:db8:0:1::/64'],
    ['[fe80::1%25eth0]:80', 'fe80:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
  ])('%s counts as %s', (address, client) => {
    expect(readClientNetwork(address)).toBe(client);
  });

  it.each([
    '192.0.2.1x',
    'x192.0.2.1',
    '192.0.2',
    '192.0.2.1234',
    '1192.0.2.1',
    '192.0.2.1:123456',
    '192.0.2.1:',
    '[2001:db8::1]:123456',
    '[2001:db8::1]x',
    '[2001:db8::1]:',
    '[2001:db8::1]:x',
    'x[2001:db8::1]',
    '2001:db8::1]',
    '[2001:db8::1',
    '[192.0.2.1]',
    '[]',
    '[%eth0]',
    '%eth0',
    'a.b',
    '',
    ':',
    'unknown',
    'a:b',
    '10.0.0.1, 192.0.2.1',
    '::ffff:1:2:3:4:5:6:7:8',
    'evil.example:80',
    '@&#:',
    'a:b@[2001:db8::1]',
    '2001:db8::1@x',
    'a'.repeat(64),
  ])('%j isn’t an address, so the text is its own key', (text) => {
    expect(readClientNetwork(text)).toBe(text);
  });

  it('addresses longer than 64 characters share one key', () => {
    expect(readClientNetwork('a'.repeat(65))).toBe('unknown');
  });
});
