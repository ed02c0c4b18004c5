const WORKER = '/service-worker.js';
/** After this time without a request, the first view is considered complete. */
const QUIET_MS = 3_000;

const rules = { createScriptURL: (_address: string) => WORKER };
/** Allows only the service worker's script. */
const policy = globalThis.trustedTypes?.createPolicy('droppoint-worker', rules) ?? rules;

/**
 * Registers the service worker once the first view is complete. It caches the locator and what it shows
 * for use offline. If the browser refuses (as in some private windows), nothing is cached.
 */
export async function enableOffline(): Promise<void> {
  await whenQuiet();
  const { serviceWorker } = navigator;
  const hasWorker = () => serviceWorker.controller !== null;
  // If a service worker controls the page, it has seen all of the page's requests.
  if (hasWorker()) return;
  try {
    await serviceWorker.register(policy.createScriptURL(WORKER));
  } catch (error) {
    return console.warn('The locator can’t be cached for use offline.', error);
  }
  if (!hasWorker())
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  (await serviceWorker.ready).active?.postMessage(listSeen());
}

function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(finish, QUIET_MS);
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(finish, QUIET_MS);
    });
    observer.observe({ type: 'resource' });
  });
}

/** The paths that the page has requested from its own origin so far. */
function listSeen(): string[] {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  return [
    ...new Set(addresses.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)),
  ];
}
