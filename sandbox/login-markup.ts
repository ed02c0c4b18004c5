import { createHash } from 'node:crypto';
import { describeScopeForConsent } from './scopes.ts';

/** Account that the login page suggests; any other e-mail address works with the same password. */
export const DEMO_ACCOUNT = { name: 'broker@example.com', password: 'sandbox' };

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, in text content and quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

const STYLE = `
:root{color-scheme:light dark;--page:#f3f4f8;--card:#fff;--ink:#1b1f2a;--soft:#4d5568;--line:#c6cbd8;--accent:#3d3fc4;--on-accent:#fff;--bad:#a3161c;--bad-page:#fdecec}
@media (prefers-color-scheme:dark){:root{--page:#12141b;--card:#1c1f2a;--ink:#eef0f6;--soft:#b3bacb;--line:#454c60;--accent:#a9b4ff;--on-accent:#12141b;--bad:#ffb3b0;--bad-page:#3b191b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header{padding:.625rem 1rem;text-align:center;font-size:.875rem;color:var(--soft);border-bottom:1px solid var(--line);background:var(--card)}
main{width:min(27rem,100% - 2rem);margin:clamp(1rem,8vh,5rem) auto 2rem;align-self:start;padding:clamp(1.25rem,5vw,2rem);background:var(--card);border:1px solid var(--line);border-radius:1rem}
main.wide{width:min(70rem,100% - 2rem)}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}h2{margin:1.5rem 0 .5rem;font-size:1.125rem}p{margin:0 0 1rem}
label,legend{font-weight:600}
input:not([type=checkbox]){display:block;width:100%;min-height:2.75rem;margin:.25rem 0 1rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--page);border:1px solid var(--soft);border-radius:.5rem}
fieldset{margin:0 0 1.25rem;padding:0;border:0}legend{padding:0;margin-bottom:.25rem}
fieldset label{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;padding:.5rem 0;font-weight:400;border-top:1px solid var(--line);cursor:pointer}
fieldset small{display:block;color:var(--soft);overflow-wrap:anywhere}
input[type=checkbox]{flex:none;width:1.375rem;height:1.375rem;margin:0;accent-color:var(--accent)}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem}
button{flex:1 1 8rem;min-height:2.75rem;padding:.5rem 1rem;font:inherit;font-weight:600;cursor:pointer;color:inherit;background:none;border:1px solid var(--soft);border-radius:.5rem}
button.main{color:var(--on-accent);background:var(--accent);border-color:var(--accent)}
button.link{flex:none;padding:0;border:0;color:var(--accent);text-decoration:underline}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.table{overflow-x:auto;margin-bottom:1rem}table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{padding:.375rem .75rem .375rem 0;text-align:start;white-space:nowrap;border-bottom:1px solid var(--line)}
.bad{padding:.75rem 1rem;color:var(--bad);background:var(--bad-page);border:1px solid currentColor;border-radius:.5rem}
.hint{color:var(--soft);font-size:.875rem}code{overflow-wrap:anywhere}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Headers of the login pages. `form-action` includes the app's origins, because browsers also apply it to the redirects
 * that follow a form's submission, and the last one leads back to the app.
 */
export function makePageHeaders(appOrigins: readonly string[]): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      `form-action 'self' ${appOrigins.join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Writes a whole page. @param width `wide` for tables */
export function layOut(title: string, content: string, width: 'narrow' | 'wide' = 'narrow'): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} – Sandbox</title><style>${STYLE}</style></head>
<body>
<header>Sandbox — a stand-in for the platform</header>
<main class="${width}">${content}</main>
</body>
</html>`;
}

/** Writes the login page. @param userName value of the field @param failure error message of the last attempt */
export function showLoginPage(path: string, client: string, userName: string, failure?: string): string {
  const alert = failure ? `<p class="bad" role="alert" id="failure">${escapeHtml(failure)}</p>` : '';
  const described = failure ? ' aria-invalid="true" aria-describedby="failure"' : '';
  return layOut(
    'Log in',
    `<h1>Log in</h1>
<p>${escapeHtml(client)} would like to work with your account.</p>${alert}
<form method="post" action="${escapeHtml(path)}/login">
<label for="user">E-mail address</label>
<input id="user" name="user" type="email" autocomplete="username" required maxlength="200" value="${escapeHtml(userName)}"${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200" value="${failure ? '' : DEMO_ACCOUNT.password}"${described}>
<p class="hint">Any e-mail address will do; the password is always <code>${DEMO_ACCOUNT.password}</code>.</p>
<div class="buttons"><button class="main">Log in</button><button formaction="${escapeHtml(path)}/cancel" formnovalidate>Cancel</button></div>
</form>`,
  );
}

/** Writes the consent page, with a ticked box for each scope; unticked scopes aren't granted. */
export function showConsentPage(
  path: string,
  client: string,
  userName: string,
  scopes: readonly string[],
): string {
  const boxes = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked><span>${escapeHtml(describeScopeForConsent(scope))}<small>${escapeHtml(scope)}</small></span></label>`,
  );
  return layOut(
    'Allow access',
    `<h1>Allow ${escapeHtml(client)}?</h1>
<form method="post" action="${escapeHtml(path)}/switch"><p>Logged in as <strong>${escapeHtml(userName)}</strong>. <button class="link">Use another account</button></p></form>
<form method="post" action="${escapeHtml(path)}/consent">
<fieldset><legend>${escapeHtml(client)} asks to:</legend>${boxes.join('')}</fieldset>
<div class="buttons"><button class="main">Allow</button><button formaction="${escapeHtml(path)}/cancel">Cancel</button></div>
</form>`,
  );
}

/** Writes the error page for requests that can't be redirected back to the app. */
export function showErrorPage(sentence: string, code?: string): string {
  const detail = code ? `<p class="hint">Code: <code>${escapeHtml(code)}</code></p>` : '';
  return layOut(
    'This did not work',
    `<h1>This did not work</h1><p class="bad" role="alert">${escapeHtml(sentence)}</p><p>Go back to the app and start again.</p>${detail}`,
  );
}
