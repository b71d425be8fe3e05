import { createElement, lazy, Suspense, use, useEffect, useMemo, type ReactNode } from 'react';
import { Route, useLocation, useSearch } from 'wouter';
import { routes } from '../../../contract/routes.ts';
import type { Screen } from '../../routes.ts';
import { useLock } from '../../session/kitchen-mode.ts';
import { isAtHome } from '../../session/onboarding.ts';
import { useSession } from '../../session/session.ts';
import { ErrorBoundary } from '../error-reporting/ErrorBoundary.tsx';
import { decide } from './guard.ts';
import { loadingBar } from './loading-bar.ts';
import { loadScreen, loadShell, screenNow, shellNow, type ScreenKey } from './screens.ts';

const FetchAccount = lazy(() => import('./FetchAccount.tsx').then((m) => ({ default: m.FetchAccount })));

const CHATS = '/restaurant/chats';
const ITEMS = '/restaurant/menu/:menuId/category/:categoryId';

/** Shows the page of the address, or redirects to where the session belongs. */
export function Pages() {
  const [pathname] = useLocation();
  const search = useSearch();
  const account = useSession();
  const decision = decide(pathname, search === '' ? '' : `?${search}`, account, useLock());
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
  // A chat, and a category of a menu, is beside the list that it was opened from: one page, whose list keeps its position.
  const isChats = decision.path.startsWith(CHATS);
  const screen = isChats ? CHATS : decision.path;
  // A key per page: each heading takes the focus, and an error stays with its page.
  const view = (
    <Route path={decision.path}>
      <ScreenView key={isChats || screen === ITEMS ? screen : pathname} screen={screen} />
    </Route>
  );
  return routes[decision.path].guard === 'app' ? <ShellView>{view}</ShellView> : view;
}

function Redirect({ to }: { to: string }) {
  const [, navigate] = useLocation();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}

/** A screen that cannot be loaded or that throws leaves the shell and its navigation usable. */
function ScreenView({ screen }: { screen: ScreenKey }) {
  // Kept above the boundary: React discards what suspends, which would request a lost chunk again and again.
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
