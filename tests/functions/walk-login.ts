import { createHash, randomBytes } from 'node:crypto';

const SCOPE = 'openid api:points:read api:shipments:write';

/**
 * Logs in on an OAuth server's own pages, the sandbox's or oidc-provider's, as a person with a browser would.
 * @param account origin of the login host
 * @param options.withoutScopes those whose boxes are left empty
 * @returns the authorization code, its verifier, and the whole answer
 */
export async function walkLogin(
  account: string,
  clientId: string,
  redirectUri: string,
  { scope = SCOPE, withoutScopes = [] as readonly string[] } = {},
) {
  const code_verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state-1'.padEnd(43, 's'),
  });
  const cookies = new Map<string, string>();
  let next: { url: string; form?: URLSearchParams } = { url: `${account}/oauth2/authorize?${query}` };
  for (let step = 0; step < 12; step++) {
    const answer = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(next.form ? { method: 'POST', body: next.form } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location?.startsWith(redirectUri)) {
      const callback = new URL(location);
      return { code: callback.searchParams.get('code') ?? '', code_verifier, callback };
    }
    next =
      location === null
        ? fillIn(await answer.text(), next.url, withoutScopes)
        : { url: new URL(location, next.url).href };
  }
  throw new Error('the login did not come to an end');
}

/** The login page, then the consent page with all boxes ticked except the omitted ones. */
function fillIn(
  html: string,
  pageUrl: string,
  withoutScopes: readonly string[],
): { url: string; form: URLSearchParams } {
  const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
  // The library's own pages have one address for both.
  if (prompt !== undefined) {
    return { url: pageUrl, form: new URLSearchParams({ prompt, login: 'broker', password: 'x' }) };
  }
  if (html.includes('type="password"')) {
    const form = new URLSearchParams({ user: 'broker@example.com', password: 'sandbox' });
    return { url: `${pageUrl}/login`, form };
  }
  const scopes = [...html.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => scope);
  const ticked = scopes.filter((scope) => !withoutScopes.includes(scope)).map((scope) => ['scope', scope]);
  return { url: `${pageUrl}/consent`, form: new URLSearchParams(ticked) };
}
