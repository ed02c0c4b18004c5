import * as z from 'zod/mini';

/**
 * Answer of `GET /api/config`: the settings that the broker's pages need to start a login. All of them are
 * public.
 */
export const loginSettingsSchema = z.looseObject({
  /** The platform's issuer identifier (RFC 9207); by assumption the login host's origin. */
  issuer: z.string(),
  /**
   * Whether the platform is known to send `iss` with every answer, so that an answer without it is rejected
   * (RFC 9207 §2.4).
   */
  issRequired: z.boolean(),
  /** `{account_url}/oauth2/authorize`. */
  authorizationEndpoint: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  /** Space-separated scopes to request. */
  scope: z.string(),
  /** Base URL of the broker's calls: `/api/platform` (the function's relay) or the platform's base address. */
  platformBaseUrl: z.string(),
  /** Names of the paging parameters; the platform's document doesn't show them. */
  pageParameter: z.string(),
  perPageParameter: z.string(),
  /**
   * Header of the deduplication id if calls go directly to the platform. The relay accepts
   * `X-Deduplication-Id` and renames it.
   */
  deduplicationHeader: z.optional(z.string()),
});

export type LoginSettings = z.infer<typeof loginSettingsSchema>;
