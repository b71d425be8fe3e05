interface WithRoutes extends ExtendableEvent {
  addRoutes?(route: { condition: { urlPattern: { pathname: string } }; source: 'network' }): Promise<void>;
}

/**
 * A page's requests to the API go past the service worker where the browser can do that (Chrome 123 and later): they do not wake it, and
 * they do not keep an old one busy when a new one is to take over. Elsewhere, and from the sync worker (src/sync/still.ts), they pass
 * through it, and nothing answers them.
 */
export function passByApi(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('install', (event: WithRoutes) => {
    const added = event.addRoutes?.({ condition: { urlPattern: { pathname: '/backend/*' } }, source: 'network' });
    if (added) event.waitUntil(added.catch(() => undefined));
  });
}
