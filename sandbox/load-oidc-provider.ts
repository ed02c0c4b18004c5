import type * as OidcProvider from 'oidc-provider';

/**
 * Loads oidc-provider without the notice it prints on Node 20 ("Unsupported runtime"): it works there (every test of
 * the sandbox runs on it), and the notice would worry a newcomer. Any other warning still comes through.
 */
export async function loadOidcProvider(): Promise<typeof OidcProvider> {
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
