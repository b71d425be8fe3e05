import { matchRoute, routes } from '../contract/routes.ts';
import { screens } from './routes.ts';

/**
 * The first code that runs. Whoever is signed in will most likely see the page of the address, so its files are asked for beside those that
 * every page needs, and not after these have run. A wrong guess costs nothing but the asking; what fails, fails again where it is shown.
 */
function loadBeside(): void {
  const path = matchRoute(location.pathname)?.path;
  if (!path || path === '/' || routes[path].guard !== 'app' || !isSignedIn()) return;
  void import('./shell/layout/AppShell.tsx').catch(() => undefined);
  void screens[path]().catch(() => undefined);
  // The browser reads this site's databases from the disk when they are first asked for. Nothing is opened or made here.
  void globalThis.indexedDB?.databases?.().catch(() => undefined);
}

/** As src/session/session.ts keeps it, read without its code. */
function isSignedIn(): boolean {
  try {
    return localStorage.getItem('piniaState')?.includes('"authToken":"') ?? false;
  } catch {
    return false;
  }
}

loadBeside();
void import('./main.tsx');
