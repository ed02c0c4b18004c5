import { parseAddresses, type Environment, type PlatformAddresses } from '../src/lib/platform/addresses.ts';
import { ASSUMED_PAGING, type PagingParameters } from '../src/lib/platform/read-points-page.ts';
import { ASSUMED_SCOPES } from '../src/lib/platform/scopes.ts';
import { createKeyReader } from './config-reader.ts';

/** Where the platform is, who we are to it, and how its points are read: all that a program needs which no broker logs in to. Only the function and `npm run snapshot` know the secret. */
export interface PlatformClient {
  addresses: PlatformAddresses;
  clientId: string;
  clientSecret: string;
  /** How the client proves itself for code and client credentials; refresh always takes Basic (docs/platform-api.md, chapter 5). */
  clientAuth: 'form' | 'basic';
  /** `plain`: BASE64(id:secret) as the platform's document says; `rfc6749`: percent-encoded first (RFC 6749 §2.3.1). */
  basicEncoding: 'plain' | 'rfc6749';
  /** What `iss` must be, in the callback and in an id token. */
  issuer: string;
  paging: PagingParameters;
  /** The one scope of the token that anonymous shoppers' lists are read with. */
  pointsScope: string;
}

/** @param problems receives a sentence for every key that is missing or wrong */
export function readPlatformClient(environment: Environment, problems: string[]): PlatformClient {
  const addresses = parseAddresses(environment, problems);
  const keys = createKeyReader(environment, problems);
  const client: PlatformClient = {
    addresses,
    clientId: keys.required('PLATFORM_CLIENT_ID', "the client's identifier at the platform"),
    clientSecret: keys.required('PLATFORM_CLIENT_SECRET', "the client's secret at the platform"),
    clientAuth: keys.choice('PLATFORM_CLIENT_AUTH', ['form', 'basic'], 'form'),
    basicEncoding: keys.choice('PLATFORM_BASIC', ['plain', 'rfc6749'], 'plain'),
    issuer: keys.optional('PLATFORM_ISSUER', addresses.account && new URL(addresses.account).origin),
    paging: {
      page: keys.optional('PLATFORM_PAGE_PARAMETER', ASSUMED_PAGING.page),
      perPage: keys.optional('PLATFORM_PER_PAGE_PARAMETER', ASSUMED_PAGING.perPage),
    },
    pointsScope: keys.optional('PLATFORM_POINTS_SCOPE', ASSUMED_SCOPES.listPoints.join(' ')),
  };
  checkClientId(client, problems);
  return client;
}

/** In a plain Basic header everything after the first colon is the secret (RFC 7617 §2). */
function checkClientId({ clientId, basicEncoding }: PlatformClient, problems: string[]): void {
  if (basicEncoding === 'plain' && clientId.includes(':')) {
    problems.push(
      'PLATFORM_CLIENT_ID holds a colon, which a plain Basic header cannot carry: set PLATFORM_BASIC=rfc6749.',
    );
  }
}
