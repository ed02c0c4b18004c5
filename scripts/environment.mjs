import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { log } from './system.mjs';

/**
 * Reads the settings from `.env`, or `.env.example` if there is none; variables of the shell take precedence.
 * Derives the sandbox's three origins and the app's from SANDBOX_PORT and PORT, so that changing a port takes one setting.
 * Derives the example shop's origin from SHOP_PORT, and allows it to embed the picker.
 * @returns {Record<string, string>} the whole environment of the processes to start
 */
export function readEnvironment() {
  const file = existsSync('.env') ? '.env' : '.env.example';
  log(`settings from ${file}`);
  const fileSettings = parseEnv(readFileSync(file, 'utf8'));
  const environment = { ...fileSettings, ...process.env };
  if (environment.SANDBOX_PORT) {
    const port = Number(environment.SANDBOX_PORT);
    const derived = {
      APP_ORIGIN: `http://localhost:${environment.PORT ?? 3000}`,
      PLATFORM_BASE_URL: `http://127.0.0.1:${port}`,
      PLATFORM_AUTH_URL: `http://127.0.0.1:${port + 1}`,
      PLATFORM_ACCOUNT_URL: `http://127.0.0.1:${port + 2}`,
    };
    Object.assign(environment, derived, process.env);
    // Allow its pictures, which come from its API host.
    environment.PUBLIC_IMAGE_HOSTS ??= 'http://127.0.0.1:*';
  }
  if (environment.SHOP_PORT) {
    // Use a different site than localhost, like a real shop.
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

/** The first view, in the middle of these streets: it shows what the product is. */
const START = { PUBLIC_START_LATITUDE: '42.5075', PUBLIC_START_LONGITUDE: '1.5218', PUBLIC_START_ZOOM: '15' };

/**
 * Whether the network is generated around the streets that come with the project, and no other start is set.
 * @param {Record<string, string>} environment
 */
const startsOnStreets = ({
  SANDBOX_DATA,
  SANDBOX_STREETS = EMBEDDED.SANDBOX_STREETS,
  STREETS_URL,
  ...settings
}) =>
  !SANDBOX_DATA &&
  SANDBOX_STREETS === EMBEDDED.SANDBOX_STREETS &&
  !STREETS_URL &&
  Object.keys(START).every((key) => !settings[key]);

/**
 * Reads the same settings, plus points on real streets if the sandbox generates its network, plus those that the sandbox, the function
 * and the example shop have to agree on. Tests use the network without them.
 * @returns {Record<string, string>}
 */
export function readSandboxEnvironment() {
  const environment = readEnvironment();
  if (!environment.SANDBOX_PORT) return environment;
  return {
    ...(!environment.SANDBOX_DATA && EMBEDDED),
    ...(startsOnStreets(environment) && START),
    ...(environment.SHOP_ORIGIN && connectShop(environment)),
    ...environment,
  };
}

/**
 * Makes the settings that connect the example shop: it sends parcels, receives webhooks about them, and makes links for returns
 * and for the points of orders. All
 * of this lasts until the sandbox ends, and so do the secrets.
 * @param {Record<string, string>} environment
 */
function connectShop({
  SHOP_ORIGIN,
  PLATFORM_BASE_URL,
  RETURN_LINK_SECRETS = makeSecret(),
  POINT_LINK_SECRETS = `kiln:${makeSecret()}`,
}) {
  const webhookSecret = makeSecret();
  return {
    PLATFORM_ORGANIZATION_ID: 'kiln-and-kettle',
    RETURN_LINK_SECRETS,
    POINT_LINK_SECRETS,
    SANDBOX_WEBHOOK_URL: `${SHOP_ORIGIN}/webhook`,
    SANDBOX_WEBHOOK_SECRET: webhookSecret,
    SHOP_WEBHOOK_SECRET: webhookSecret,
    SHOP_RETURN_SECRET: RETURN_LINK_SECRETS.split(/[\s,]+/)[0],
    SHOP_POINT_SECRET: POINT_LINK_SECRETS.split(/[\s,]+/)[0],
    SHOP_CLOCK_URL: `${PLATFORM_BASE_URL}/__sandbox/clock/advance`,
  };
}

const makeSecret = () => randomBytes(32).toString('base64url');
