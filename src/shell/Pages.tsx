import { createElement, lazy, Suspense, use, useEffect, useMemo, type ReactNode } from 'react';
import { Route, useLocation, useSearch } from 'wouter';
import { routes } from '../../contract/routes.ts';
import type { Screen } from '../routes.ts';
import { isAtHome } from '../session/onboarding.ts';
import { useSession } from '../session/session.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { decide } from './guard.ts';
import { loadingBar } from './loading-bar.ts';
import { loadScreen, loadShell, screenNow, shellNow, type ScreenKey } from './screens.ts';

const FetchAccount = lazy(() => import('./FetchAccount.tsx').then((m) => ({ default: m.FetchAccount })));

const CHATS = '/restaurant/chats';

/** Shows the page of the address to this session, or goes where the session belongs. */
export function Pages() {
  const [pathname] = useLocation();
  const search = useSearch();
  const account = useSession();
  const decision = decide(pathname, search === '' ? '' : `?${search}`, account);
  if (decision.kind === 'redirect') return <Redirect key={decision.to} to={decision.to} />;
  if (decision.kind === 'fetch_user') {
    return (
      <Suspense fallback={null}>
        <FetchAccount />
      </Suspense>
    );
  }
  if (decision.kind === 'not_found') {
    const nothing = <ScreenView key={pathname} screen="not_found" />;
    return isAtHome(account) ? <ShellView>{nothing}</ShellView> : nothing;
  }
  if (decision.kind === 'pin') {
    return (
      <ShellView>
        <ScreenView key={`pin ${pathname}`} screen="pin" />
      </ShellView>
    );
  }
  // A chat stands beside the list that it was chosen from: one page, whose list keeps its place.
  const isChats = decision.path.startsWith(CHATS);
  // The key gives each page a life of its own: its heading takes the focus, and a fault stays with it.
  const view = (
    <Route path={decision.path}>
      <ScreenView key={isChats ? CHATS : pathname} screen={isChats ? CHATS : decision.path} />
    </Route>
  );
  return routes[decision.path].guard === 'app' ? <ShellView>{view}</ShellView> : view;
}

function Redirect({ to }: { to: string }) {
  const [, navigate] = useLocation();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}

/** A screen that does not come, or that stops, leaves the shell and the way to other screens. */
function ScreenView({ screen }: { screen: ScreenKey }) {
  // Kept here, above the boundary: what suspends is thrown away, and would ask for a lost chunk again and again.
  const ready = useMemo(() => screenNow(screen) ?? loadScreen(screen), [screen]);
  useEffect(() => {
    if (ready instanceof Promise) ready.catch(() => loadingBar.fail());
  }, [ready]);
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Shown screen={ready} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Shown({ screen }: { screen: Screen | Promise<Screen> }) {
  const ready = screen instanceof Promise ? use(screen) : screen;
  const [pathname] = useLocation();
  useEffect(() => loadingBar.finish(), [pathname]);
  return createElement(ready);
}

function ShellView({ children }: { children: ReactNode }) {
  const shell = useMemo(() => shellNow() ?? loadShell(), []);
  return (
    <Suspense fallback={null}>
      <Around shell={shell}>{children}</Around>
    </Suspense>
  );
}

type Shell = Awaited<ReturnType<typeof loadShell>>;

function Around({ shell, children }: { shell: Shell | Promise<Shell>; children: ReactNode }) {
  return createElement(shell instanceof Promise ? use(shell) : shell, null, children);
}
