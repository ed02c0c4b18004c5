import * as z from 'zod/mini';

/** What the broker's pages need to know to begin a login: `GET /api/config`. All of it is public. */
export const loginSettingsSchema = z.looseObject({
  /** The platform's issuer identifier (RFC 9207); by assumption the login host's origin. */
  issuer: z.string(),
  /** Whether the platform is known to send `iss` with every answer, so that one without it is refused (RFC 9207 §2.4). */
  issRequired: z.boolean(),
  /** `{account_url}/oauth2/authorize`. */
  authorizationEndpoint: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  /** Space-separated scopes to ask for. */
  scope: z.string(),
  /** Where the broker's own calls go: `/api/platform` (the function's relay) or the platform's base address. */
  platformBaseUrl: z.string(),
  /** Names of the paging parameters, which the platform's document doesn't show. */
  pageParameter: z.string(),
  perPageParameter: z.string(),
});

export type LoginSettings = z.infer<typeof loginSettingsSchema>;
