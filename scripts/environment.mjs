import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { say } from './system.mjs';

/**
 * Settings for a start: `.env`, or `.env.example` where there is none; what the shell sets wins.
 * The sandbox's three addresses and the app's origin follow from SANDBOX_PORT and PORT, so that changing a port is one word; so do the
 * example shop's origin and its leave to frame the picker.
 * @returns {Record<string, string>} the whole environment for the processes to start
 */
export function readEnvironment() {
  const file = existsSync('.env') ? '.env' : '.env.example';
  say(`settings from ${file}`);
  const written = parseEnv(readFileSync(file, 'utf8'));
  const environment = { ...written, ...process.env };
  if (environment.SANDBOX_PORT) {
    const port = Number(environment.SANDBOX_PORT);
    const derived = {
      APP_ORIGIN: `http://localhost:${environment.PORT ?? 3000}`,
      PLATFORM_BASE_URL: `http://127.0.0.1:${port}`,
      PLATFORM_AUTH_URL: `http://127.0.0.1:${port + 1}`,
      PLATFORM_ACCOUNT_URL: `http://127.0.0.1:${port + 2}`,
    };
    for (const [key, value] of Object.entries(derived)) environment[key] = process.env[key] ?? value;
  }
  if (environment.SHOP_PORT) {
    // Another site than localhost, as a shop would be.
    environment.SHOP_ORIGIN = `http://127.0.0.1:${environment.SHOP_PORT}`;
    environment.EMBED_ORIGINS = `${environment.EMBED_ORIGINS ?? ''} ${environment.SHOP_ORIGIN}`;
  }
  return environment;
}

/** Streets that come with the project, and the customer of the example shop who lives there. */
const EMBEDDED = {
  SANDBOX_STREETS: 'sandbox/streets/andorra.pmtiles',
  SHOP_COUNTRIES: 'AD,AT,CZ,DE,HU,PL,SK',
  SHOP_CUSTOMER_ADDRESS: 'Avinguda Meritxell, Andorra la Vella',
};

/**
 * The same with a network on real streets, where there is the sandbox's own: for looking at. Tests have the network without it.
 * @returns {Record<string, string>}
 */
export function readSandboxEnvironment() {
  const environment = readEnvironment();
  return environment.SANDBOX_PORT && !environment.SANDBOX_DATA
    ? { ...EMBEDDED, ...environment }
    : environment;
}
