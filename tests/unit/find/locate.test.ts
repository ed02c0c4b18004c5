import { afterEach, describe, expect, it, vi } from 'vitest';
import { locate, readGeolocationButton, type Device } from '../../../src/lib/find/locate.ts';

const WARSAW = { latitude: 52.23, longitude: 21.01, accuracy: 30 };
const answering = (answer: Partial<GeolocationPosition> | number): Device['geolocation'] => ({
  getCurrentPosition: (found, failed) =>
    typeof answer === 'number'
      ? failed?.({ code: answer } as GeolocationPositionError)
      : found(answer as GeolocationPosition),
});
const device = (parts: Partial<Device>): Device => ({
  geolocation: answering({ coords: WARSAW as GeolocationCoordinates }),
  secure: true,
  framed: false,
  allowed: null,
  ...parts,
});

describe('the device’s position', () => {
  it('is told when the visitor allows it', async () => {
    expect(await locate(device({}))).toEqual({
      position: { latitude: 52.23, longitude: 21.01 },
      accuracyMetres: 30,
    });
  });

  it.each<[string, Partial<Device>, string]>([
    ['the visitor says no', { geolocation: answering(1) }, 'refused'],
    ['the device doesn’t know', { geolocation: answering(2) }, 'unavailable'],
    ['it takes too long', { geolocation: answering(3) }, 'timeout'],
    ['the page came over http', { secure: false }, 'insecure'],
    ['the browser can’t', { geolocation: undefined }, 'unsupported'],
    ['the page around the frame keeps it', { framed: true, allowed: false }, 'blocked'],
    ['the site itself forbids it', { allowed: false }, 'refused'],
  ])('is not there when %s, and that is said', async (_, parts, problem) => {
    expect(await locate(device(parts))).toEqual({ problem });
  });

  it('is taken for blocked by the page around where a frame is refused faster than anybody can', async () => {
    const framed = device({ framed: true, geolocation: answering(1) });
    expect(await locate(framed, () => 0)).toEqual({ problem: 'blocked' });
    const times = [0, 3_000];
    expect(await locate(framed, () => times.shift()!)).toEqual({ problem: 'refused' });
  });

  describe('of this browser', () => {
    afterEach(() => void vi.unstubAllGlobals());

    /** @param allows what Chromium says of the page's policy; undefined in browsers that don't say it */
    function open({
      secure = true,
      framed = true,
      allows,
    }: {
      secure?: boolean;
      framed?: boolean;
      allows?: boolean;
    }) {
      const { geolocation } = device({});
      vi.stubGlobal('navigator', { geolocation });
      const window = { isSecureContext: secure };
      vi.stubGlobal('window', Object.assign(window, { parent: framed ? {} : window }));
      const featurePolicy = { allowsFeature: (name: string) => name === 'geolocation' && allows };
      vi.stubGlobal('document', allows === undefined ? {} : { featurePolicy });
    }

    it.each([
      ['is told where the policy lets it ask', { allows: true }, 'found'],
      ['is told where the browser doesn’t say what the policy is', {}, 'found'],
      ['is kept by the page around', { allows: false }, 'blocked'],
      ['is forbidden by the site itself', { allows: false, framed: false }, 'refused'],
      ['is not for a page that came over http', { secure: false }, 'insecure'],
    ])('%s', async (_, browser, expected) => {
      open(browser);
      const answer = await locate();
      expect('problem' in answer ? answer.problem : 'found').toBe(expected);
    });
  });
});

it.each([
  [
    'a position',
    { coords: WARSAW },
    null,
    { position: { latitude: 52.23, longitude: 21.01 }, accuracyMetres: 30 },
  ],
  ['no position in time', null, { code: 3 }, { problem: 'timeout' }],
  ['another refusal', null, { code: 1 }, { problem: 'refused' }],
  ['nothing yet', null, null, null],
])('the browser’s own button answers with %s', (_, position, error, answer) => {
  expect(readGeolocationButton({ position, error } as never)).toEqual(answer);
});
