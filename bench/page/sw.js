// Caches the measured pages, so that they open offline from a service worker's cache, as the app does.
const kept = caches.open('bench');

self.addEventListener('install', (event) => {
  const files = new URL(self.location.href).searchParams.get('files').split(',');
  event.waitUntil(kept.then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  event.respondWith(
    kept
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((found) => found ?? fetch(event.request)),
  );
});
