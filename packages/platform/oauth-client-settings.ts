/** A client registered at the platform, and the host of its tokens. */
export interface OAuthClientSettings {
  /** `auth`: the token host, without a trailing slash. */
  addresses: { auth: string };
  clientId: string;
  clientSecret: string;
  /**
   * Client authentication for code and client credentials; a refresh always uses Basic
   * (docs/platform-api.md, chapter 5).
   */
  clientAuth: 'form' | 'basic';
  /**
   * `plain`: BASE64(id:secret) as the platform documents it; `rfc6749`: percent-encoded first
   * (RFC 6749 §2.3.1).
   */
  basicEncoding: 'plain' | 'rfc6749';
  /** Required value of `iss` in the callback and in an id token. */
  issuer: string;
}
