const WORKER = '/service-worker.js';
/** Nothing has been asked for in so long: the first view is there. */
const QUIET_MS = 3_000;

const rules = { createScriptURL: (_address: string) => WORKER };
/** The one script that may become a worker. */
const policy = globalThis.trustedTypes?.createPolicy('droppoint-worker', rules) ?? rules;

/**
 * Has the browser keep the locator and what is seen in it for times without a connection, once the first view is there.
 * A browser that refuses (a private window may) goes on without.
 */
export async function keepOffline(): Promise<void> {
  await whenQuiet();
  const { serviceWorker } = navigator;
  const hasWorker = () => serviceWorker.controller !== null;
  // Whatever this page has asked for has passed through it.
  if (hasWorker()) return;
  try {
    await serviceWorker.register(policy.createScriptURL(WORKER));
  } catch (error) {
    return console.warn('Nothing is kept for times without a connection.', error);
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

/** What the page has asked of its own site until now. */
function listSeen(): string[] {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  return [
    ...new Set(addresses.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)),
  ];
}
