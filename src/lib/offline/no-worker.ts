/** What /service-worker.js is with PUBLIC_OFFLINE=off: browsers that kept something for times without a connection forget it all. */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('activate', (event) => event.waitUntil(forgetAll()));

async function forgetAll(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('droppoint-')) await caches.delete(name);
  await worker.registration.unregister();
}
