import type { InteractionResults, Provider } from 'oidc-provider';
import type { SandboxAnswer } from './host.ts';
import {
  DEMO_ACCOUNT,
  makePageHeaders,
  showConsentPage,
  showErrorPage,
  showLoginPage,
} from './login-markup.ts';
import { replyHtml, type Reply } from './reply.ts';
import { readRequestBody } from './request-body.ts';
import { CLIENT_NAME } from './oauth.ts';
import { ALL_SCOPES } from './scopes.ts';
import type { TokenStore } from './token-store.ts';

const FORM_LIMIT_BYTES = 16 * 1024;
const E_MAIL_LIKE = /^[^\s@]+@[^\s@]+$/;

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

/** A submitted form. */
interface Step {
  details: Details;
  path: string;
  form: URLSearchParams;
  /** Ends the interaction and redirects the browser. */
  finish: (result: InteractionResults) => Promise<undefined>;
}

/** Creates the handler of the login and consent pages, /interaction/{uid} and below. */
export function createLoginPages(
  provider: Provider,
  store: TokenStore,
  appOrigins: readonly string[],
): SandboxAnswer {
  const headers = makePageHeaders(appOrigins);
  const page = (status: number, html: string) => replyHtml(status, html, headers);

  function showPrompt(details: Details, path: string): string {
    if (details.prompt.name === 'login') return showLoginPage(path, CLIENT_NAME, DEMO_ACCOUNT.name);
    return showConsentPage(path, CLIENT_NAME, details.session?.accountId ?? '', listRequestedScopes(details));
  }

  function logIn({ details, path, form, finish }: Step): Reply | Promise<undefined> {
    if (details.prompt.name !== 'login') return page(400, showErrorPage('You are already logged in.'));
    const user = form.get('user')?.trim() ?? '';
    if (!E_MAIL_LIKE.test(user) || form.get('password') !== DEMO_ACCOUNT.password) {
      const failure = 'Wrong e-mail address or password.';
      return page(403, showLoginPage(path, CLIENT_NAME, user, failure));
    }
    return finish({ login: { accountId: user } });
  }

  async function consent({ details, form, finish }: Step): Promise<Reply | undefined> {
    const accountId = details.session?.accountId;
    if (details.prompt.name !== 'consent' || !accountId) return page(400, showErrorPage('Log in first.'));
    const requested = listRequestedScopes(details);
    const granted = requested.filter((scope) => form.getAll('scope').includes(scope));
    const refused = requested.filter((scope) => !granted.includes(scope));
    const grant = new provider.Grant({ accountId, clientId: String(details.params.client_id) });
    if (granted.length > 0) grant.addOIDCScope(granted.join(' '));
    if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '));
    return finish({ consent: { grantId: await grant.save() } });
  }

  /** Ends the session at the login host and restarts the authorization request. */
  function switchAccount(details: Details): Reply {
    if (details.session?.uid) store.dropSession(details.session.uid);
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(details.params)) {
      if (typeof value === 'string') query.set(name, value);
    }
    return { status: 303, headers: { Location: `/oauth2/authorize?${query}` }, body: '' };
  }

  return async ({ request, response, url }) => {
    const details = await provider.interactionDetails(request, response).catch(() => undefined);
    const path = `/interaction/${details?.uid}`;
    if (!details || (url.pathname !== path && !url.pathname.startsWith(`${path}/`))) {
      return page(400, showErrorPage('This login has expired, or was started in another window.'));
    }
    const step = url.pathname.slice(path.length + 1);
    if (request.method === 'GET' && step === '') return page(200, showPrompt(details, path));
    if (request.method !== 'POST') return page(405, showErrorPage('This page only accepts its own form.'));
    const finish = async (result: InteractionResults) => {
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
      return undefined;
    };
    const form = new URLSearchParams(await readRequestBody(request, FORM_LIMIT_BYTES));
    if (step === 'cancel')
      return finish({ error: 'access_denied', error_description: 'The user cancelled.' });
    if (step === 'login') return logIn({ details, path, form, finish });
    if (step === 'consent') return consent({ details, path, form, finish });
    if (step === 'switch') return switchAccount(details);
    return page(404, showErrorPage('There is no such page.'));
  };
}

function listRequestedScopes(details: Details): string[] {
  const { scope } = details.params;
  const requested = typeof scope === 'string' ? scope.split(' ') : [];
  return ALL_SCOPES.filter((scope) => requested.includes(scope));
}
