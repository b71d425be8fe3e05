import { publicPageOf } from '../../contract/public-pages.ts';
import { routes, type RouteData } from '../../contract/routes.ts';
import { session } from '../session/session.ts';
import { noteNavigation } from '../ui/navigation.ts';
import { decide } from './guard.ts';
import { loadingBar } from './loading-bar.ts';
import { loadScreen, loadShell, screenNow, screenOf, shellNow, type ScreenKey } from './screens.ts';

type Navigate<Options> = (to: string, options?: Options) => void;

let latest = 0;
/** The page that is being loaded, until it is shown. */
let target: string | null = null;
/** The path of the page that is shown. */
let shown = '';

/**
 * Goes to another page once its code is here, so that the present page stays until the next one can be shown. Within one page (filters
 * in the address) it goes at once. When the code does not come, it goes all the same: the page says so.
 */
export function loadFirst<Options>(navigate: Navigate<Options>, to: string, options?: Options): void {
  const { pathname } = new URL(to, location.href);
  // What the page that is being left still writes into its address (a search that was just emptied) does not call the next page off.
  if (pathname === location.pathname && target !== null && isReplacing(options)) return navigate(to, options);
  const mine = ++latest;
  target = null;
  if (pathname === location.pathname) return navigate(to, options);
  // A document of its own. Signed in, /restaurant is the app's, which leads on.
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

/** Back and forward change the page too: the bar runs for them, and a page that is still on its way is not gone to any more. */
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

/** Loads the document anew, on the page that the person has asked for last. */
export function reloadIntoTarget(): void {
  if (target === null) location.reload();
  else location.assign(target);
}

/** A database that does not answer keeps nobody from the shell. */
const ROWS_WITHIN_MS = 1_000;

/** Loads what the address will show to the present session, shell and screen side by side, and the rows that the page begins with. */
export async function preloadPage(pathname: string, search: string): Promise<void> {
  let decision = decide(pathname, search, session);
  let query = search;
  for (let hops = 0; decision.kind === 'redirect' && hops < 4; hops += 1) {
    const next = new URL(decision.to, location.href);
    query = next.search;
    decision = decide(next.pathname, query, session);
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
