import { publicPageOf } from '../../../contract/public-pages.ts';
import { routes, type RouteData } from '../../../contract/routes.ts';
import { lockNow } from '../../session/kitchen-mode.ts';
import { session } from '../../session/session.ts';
import { noteNavigation } from '../../ui/navigation.ts';
import { decide } from './guard.ts';
import { loadingBar } from './loading-bar.ts';
import { loadScreen, loadShell, screenNow, screenOf, shellNow, type ScreenKey } from './screens.ts';

type Navigate<Options> = (to: string, options?: Options) => void;

let latest = 0;
/** The page that is loading, until it is shown. */
let target: string | null = null;
/** The path of the page that is shown. */
let shown = '';

/**
 * Navigates once the next page's code is loaded, so that the current page stays until then. Within one page (filters in the address)
 * it navigates at once. If the code cannot be loaded it navigates anyway, and the page says so.
 */
export function loadFirst<Options>(navigate: Navigate<Options>, to: string, options?: Options): void {
  const { pathname } = new URL(to, location.href);
  // A page that is being left may still update its address (for example an emptied search); that must not cancel the navigation.
  if (pathname === location.pathname && target !== null && isReplacing(options)) return navigate(to, options);
  const mine = ++latest;
  target = null;
  if (pathname === location.pathname) return navigate(to, options);
  // A separate document. When signed in, /restaurant belongs to the app, which redirects.
  if (publicPageOf(pathname) && (pathname !== '/restaurant' || session.authToken === null)) return location.assign(to);
  target = to;
  const { key, isApp } = screenOf(pathname);
  startBar(key);
  const go = () => {
    if (mine !== latest) return;
    target = null;
    noteNavigation();
    navigate(to, options);
    shown = location.pathname;
  };
  if (screenNow(key) && (!isApp || shellNow())) return go();
  Promise.all([loadScreen(key), isApp ? loadShell() : undefined]).then(go, () => {
    loadingBar.fail();
    go();
  });
}

/** Back and forward change the page too: the bar runs for them, and a page that is still loading is cancelled. */
export function followHistory(window: Window): void {
  shown = window.location.pathname;
  window.addEventListener('popstate', () => {
    latest += 1;
    target = null;
    const { pathname } = window.location;
    if (pathname === shown) return;
    shown = pathname;
    noteNavigation();
    startBar(screenOf(pathname).key);
  });
}

function startBar(key: ScreenKey): void {
  const route: RouteData | undefined = key === 'not_found' || key === 'pin' ? undefined : routes[key];
  loadingBar.start(route?.progress);
}

const isReplacing = (options: unknown): boolean => (options as { replace?: boolean } | undefined)?.replace === true;

/** Reloads the document on the page that the person requested last. */
export function reloadIntoTarget(): void {
  if (target === null) location.reload();
  else location.assign(target);
}

/** A database that does not answer must not delay the shell. */
const ROWS_WITHIN_MS = 1_000;

/** Loads what the address will show to this session: shell and screen in parallel, and the page's first rows. */
export async function preloadPage(pathname: string, search: string): Promise<void> {
  let decision = decide(pathname, search, session, lockNow());
  let query = search;
  for (let hops = 0; decision.kind === 'redirect' && hops < 4; hops += 1) {
    const next = new URL(decision.to, location.href);
    query = next.search;
    decision = decide(next.pathname, query, session, lockNow());
  }
  if (decision.kind === 'fetch_user' || decision.kind === 'redirect') return;
  if (decision.kind === 'pin') return void (await Promise.all([loadScreen('pin'), loadShell()]));
  const key = decision.kind === 'show' ? decision.path : 'not_found';
  const isApp = decision.kind === 'show' && routes[decision.path].guard === 'app';
  const [screen] = await Promise.all([loadScreen(key === '/' ? 'not_found' : key), isApp ? loadShell() : undefined]);
  if (isApp && screen.ahead) await within(ROWS_WITHIN_MS, screen.ahead(query));
}

const within = (ms: number, task: Promise<unknown>): Promise<unknown> =>
  Promise.race([task, new Promise((resolve) => setTimeout(resolve, ms))]);
