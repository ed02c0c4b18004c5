/** The service worker with PUBLIC_OFFLINE=off: deletes all caches of an earlier one and unregisters itself. */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('activate', (event) => event.waitUntil(deleteAll()));

async function deleteAll(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('droppoint-')) await caches.delete(name);
  await worker.registration.unregister();
}
