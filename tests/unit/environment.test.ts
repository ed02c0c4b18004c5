import { afterEach, expect, it, vi } from 'vitest';
import { readSandboxEnvironment } from '../../scripts/environment.mjs';

afterEach(() => vi.unstubAllEnvs());

const readStart = (settings: Readonly<Record<string, string>>) => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.stubEnv('SANDBOX_PORT', '4000');
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { PUBLIC_START_LATITUDE, PUBLIC_START_LONGITUDE, PUBLIC_START_ZOOM } = readSandboxEnvironment();
  return [PUBLIC_START_LATITUDE, PUBLIC_START_LONGITUDE, PUBLIC_START_ZOOM].map(
    (value) => value || undefined,
  );
};

it('npm start opens on the streets that come with the project, unless a start, points or streets are set', () => {
  expect(readStart({})).toEqual(['42.5075', '1.5218', '15']);
  vi.unstubAllEnvs();
  expect(readStart({ PUBLIC_START_LATITUDE: '52', PUBLIC_START_LONGITUDE: '21' })).toEqual([
    '52',
    '21',
    undefined,
  ]);
  for (const other of [
    { SANDBOX_DATA: 'p.ndjson' },
    { SANDBOX_STREETS: 'b.pmtiles' },
    { STREETS_URL: 'https://s' },
  ]) {
    vi.unstubAllEnvs();
    expect(readStart(other), JSON.stringify(other)).toEqual([undefined, undefined, undefined]);
  }
});
