/** The three hosts of the platform (docs/platform-api.md, chapter 1), without a trailing slash. */
export interface PlatformAddresses {
  environment: 'stage' | 'production';
  /** `{base_url}`: the API host. */
  base: string;
  /** `{auth_url}`: the token host. */
  auth: string;
  /** `{account_url}`: the login host. */
  account: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const HOSTS = ['BASE', 'AUTH', 'ACCOUNT'] as const;

/**
 * Reads the platform's addresses. Both sets can stand side by side, `PLATFORM_STAGE_BASE_URL` and `PLATFORM_PRODUCTION_BASE_URL`;
 * `PLATFORM_ENV` chooses. `PLATFORM_BASE_URL` (likewise `AUTH`, `ACCOUNT`) stands for whichever is chosen.
 * @param problems receives a sentence for every key that is missing or wrong
 */
export function parseAddresses(environment: Environment, problems: string[]): PlatformAddresses {
  const chosen = environment['PLATFORM_ENV'];
  if (chosen !== 'stage' && chosen !== 'production') {
    problems.push(`PLATFORM_ENV must be "stage" or "production"${chosen ? `, not "${chosen}"` : ''}.`);
  }
  const [base, auth, account] = HOSTS.map((host) => {
    const ownKey = `PLATFORM_${chosen?.toUpperCase() ?? ''}_${host}_URL`;
    const key = environment[ownKey] ? ownKey : `PLATFORM_${host}_URL`;
    return parseAddress(key, environment[key], problems);
  }) as [string, string, string];
  return { environment: chosen === 'production' ? 'production' : 'stage', base, auth, account };
}

/**
 * Reads one address that secrets travel to: https, or http on this machine alone.
 * @returns origin and path without a trailing slash; an empty string with a problem noted otherwise
 */
function parseAddress(key: string, value: string | undefined, problems: string[]): string {
  if (!value) {
    problems.push(`${key} is missing: the address of the platform's host, like https://api.example.com.`);
    return '';
  }
  if (!URL.canParse(value)) {
    problems.push(`${key} is not an address: "${value}".`);
    return '';
  }
  const url = new URL(value);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    problems.push(`${key} must begin with https:// (http:// is for this machine alone).`);
  }
  if (url.username || url.password || url.search || url.hash) {
    problems.push(`${key} must be a plain address, without user, query or fragment.`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
