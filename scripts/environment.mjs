import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { say } from './system.mjs';

/**
 * Reads the settings from `.env`, or `.env.example` if there is none; variables of the shell take precedence.
 * The sandbox's three origins and the app's are derived from SANDBOX_PORT and PORT, so that changing a port takes one setting.
 * The example shop's origin is derived from SHOP_PORT, and allowed to embed the picker.
 * @returns {Record<string, string>} the whole environment of the processes to start
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
    Object.assign(environment, derived, process.env);
    // Its pictures come from its API host.
    environment.PUBLIC_IMAGE_HOSTS ??= 'http://127.0.0.1:*';
  }
  if (environment.SHOP_PORT) {
    // A different site from localhost, as a shop's would be.
    environment.SHOP_ORIGIN = `http://127.0.0.1:${environment.SHOP_PORT}`;
    environment.EMBED_ORIGINS = `${environment.EMBED_ORIGINS ?? ''} ${environment.SHOP_ORIGIN}`;
  }
  return environment;
}

/** Settings for the streets that come with the project, and an address there of the example shop's customer. */
const EMBEDDED = {
  SANDBOX_STREETS: 'sandbox/streets/andorra.pmtiles',
  SHOP_COUNTRIES: 'AD,AT,CZ,DE,HU,PL,SK',
  SHOP_CUSTOMER_ADDRESS: 'Avinguda Meritxell, Andorra la Vella',
};

/**
 * The same, with points on real streets if the sandbox generates its network. Tests use the network without them.
 * @returns {Record<string, string>}
 */
export function readSandboxEnvironment() {
  const environment = readEnvironment();
  return environment.SANDBOX_PORT && !environment.SANDBOX_DATA
    ? { ...EMBEDDED, ...environment }
    : environment;
}
