/**
 * The platform's addresses, the client's credentials, and how to read points, for programs without a
 * broker's login.
 */
export interface PlatformClient {
  addresses: PlatformAddresses;
  clientId: string;
  clientSecret: string;
  /** Client authentication for code and client credentials; a refresh always uses Basic (docs/platform-api.md, chapter 5). */
  clientAuth: 'form' | 'basic';
  /** `plain`: BASE64(id:secret) as the platform documents it; `rfc6749`: percent-encoded first (RFC 6749 §2.3.1). */
  basicEncoding: 'plain' | 'rfc6749';
  /** Required value of `iss` in the callback and in an id token. */
  issuer: string;
  /** Names of the list's paging parameters. */
  paging: { page: string; perPage: string };
  /** Scope of the token used to read lists for anonymous shoppers. */
  pointsScope: string;
}

/** Without a trailing slash (docs/platform-api.md, chapter 1). */
export interface PlatformAddresses {
  /** `{base_url}`: the API host. */
  base: string;
  /** `{auth_url}`: the token host. */
  auth: string;
  /** `{account_url}`: the login host. */
  account: string;
}
